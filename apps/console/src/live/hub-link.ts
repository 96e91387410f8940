/**
 * The ways of a tab to the hub: a worker that all tabs share; where a browser has none, the tab that holds a lock, which
 * the next one gets when that tab is closed; else a hub of its own.
 */
import { basePath } from "../lib/base-path.ts";
import type { HubMessage, TabMessage } from "./hub-messages.ts";
import { makeHub } from "./make-hub.ts";

export interface HubLink {
  readonly send: (message: TabMessage) => void;
  readonly close: () => void;
}

/** Makes a way to a hub; what it says is for the tab of that id alone. */
export type ConnectHub = (tabId: string, told: (message: HubMessage) => void) => HubLink;

/** The ways that this browser has, the best one first. */
export function hubLinks(): readonly ConnectHub[] {
  return [
    ...("SharedWorker" in globalThis ? [toWorker] : []),
    ...("locks" in navigator && "BroadcastChannel" in globalThis ? [toLeader] : []),
    toOwn,
  ];
}

const toWorker: ConnectHub = (_tabId, told) => {
  const { port } = new SharedWorker(new URL("./live.worker.ts", import.meta.url), { name: "stoatflow-live" });
  port.onmessage = ({ data }: MessageEvent<HubMessage>) => told(data);
  return { send: (message) => port.postMessage(message), close: () => port.close() };
};

/** What goes over the channel of the tabs: to the hub, from it to one tab, or to all. */
type Posted =
  | { readonly to: "hub"; readonly message: TabMessage }
  | { readonly to: "tab"; readonly tabId: string; readonly message: HubMessage }
  | { readonly to: "all"; readonly message: HubMessage };

const toLeader: ConnectHub = (tabId, told) => {
  const name = `stoatflow-live ${basePath}/`;
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  channel.onmessage = ({ data: posted }: MessageEvent<Posted>) => {
    if (posted.to === "all" || (posted.to === "tab" && posted.tabId === tabId)) told(posted.message);
  };
  navigator.locks
    .request(name, { signal: leaving.signal }, () => lead(name, leaving.signal))
    .catch((cause: unknown) => {
      if (!leaving.signal.aborted) throw cause;
    });
  return {
    send: (message) => channel.postMessage({ to: "hub", message } satisfies Posted),
    close: () => {
      leaving.abort();
      channel.close();
    },
  };
};

/** Runs the hub of all tabs for as long as this one lives. Its channel is another one, so that it hears its own tab too. */
function lead(name: string, leaving: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel(name);
  const post = (posted: Posted): void => channel.postMessage(posted);
  const hub = makeHub();
  channel.onmessage = ({ data: posted }: MessageEvent<Posted>) => {
    if (posted.to !== "hub") return;
    const { tabId } = posted.message;
    hub.hear(posted.message, (message) => post({ to: "tab", tabId, message }));
  };
  post({ to: "all", message: { kind: "begins" } });
  return new Promise((resolve) => {
    leaving.addEventListener("abort", () => {
      hub.end();
      channel.close();
      resolve();
    });
  });
}

const toOwn: ConnectHub = (_tabId, told) => {
  const hub = makeHub();
  return { send: (message) => hub.hear(message, told), close: () => hub.end() };
};

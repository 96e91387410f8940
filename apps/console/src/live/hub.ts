/**
 * The one stream of a browser, shared by its tabs: a browser opens six connections to an address, and each tab of its
 * own would take one. It owns the subscription, what came by it, and which tab wants what; it knows neither the network
 * nor how its tabs are reached. Called by whoever has it: a worker that all tabs share, one tab that leads the others, or
 * a tab alone.
 *
 * A tab misses nothing and gets nothing twice: what it newly wants it is given whole, as far as it came, and from then on
 * each event of it in order. A hidden tab is told the newest state now and then, whole; once it is looked at, at once. A
 * tab that was not heard for a while is forgotten, and known again by its next word. Bounded: so many tabs, the least
 * recently heard goes; so many apps (invariant 17).
 */
import {
  applyLiveEvent,
  type LiveEvent,
  type LiveState,
  liveAppsMax,
  liveEveryMs,
  nothingLive,
} from "@stoatflow/api/wire";
import type { HubMessage, TabMessage, Wants } from "./hub-messages.ts";
import { type RequestOfTabs, requestOfTabs } from "./request-of-tabs.ts";
import type { StreamState } from "./stream-state.ts";

/** The most tabs that one stream serves. */
export const hubTabsMax = 64;

/** A hidden tab speaks once a minute; one that is silent for longer than this is gone. */
export const tabSilenceMs = 150_000;

/** Tabs that change places speak both within this; the stream is asked for once. */
const askAfterMs = 20;

/** A stream that brings what was asked for, and comes back by itself. */
export type OpenStream = (
  request: NonNullable<RequestOfTabs["request"]>,
  told: { readonly onEvent: (event: LiveEvent) => void; readonly onState: (state: StreamState) => void },
) => () => void;

export interface HubClock {
  nowMs(): number;
  /** Calls back after as long, once; what it returns takes that back. */
  after(delayMs: number, call: () => void): () => void;
}

export interface HubOptions {
  readonly open: OpenStream;
  readonly clock: HubClock;
}

interface Tab {
  readonly wants: Wants;
  readonly tell: (message: HubMessage) => void;
  readonly heardAtMs: number;
  /** Something came that it was not told, since nobody looks at it. */
  isBehind: boolean;
}

export class LiveHub {
  readonly #options: HubOptions;
  /** By id, the one heard longest ago first. */
  readonly #tabs = new Map<string, Tab>();
  #held: LiveState = nothingLive;
  readonly #arrivedAtMs = { list: 0, apps: new Map<string, number>() };
  #state: StreamState = { kind: "connecting" };
  #asked: { readonly request: string; readonly close: () => void } | undefined;
  #leftOut: readonly string[] = [];
  #stopRounds: (() => void) | undefined;
  #stopAsking: (() => void) | undefined;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** Takes what a tab says; `tell` reaches that tab until it leaves. */
  hear(message: TabMessage, tell: (message: HubMessage) => void): void {
    const known = this.#tabs.get(message.tabId);
    this.#tabs.delete(message.tabId);
    this.#stopAsking ??= this.#options.clock.after(askAfterMs, () => this.#ask());
    if (message.kind === "leaves") return;
    const { wants, hasNothing } = message;
    const knowsNothing = known === undefined || hasNothing || (known.isBehind && wants.isVisible);
    const heardAtMs = this.#options.clock.nowMs();
    const tab = { wants, tell, heardAtMs, isBehind: !knowsNothing && known.isBehind };
    this.#tabs.set(message.tabId, tab);
    const [longestSilent] = this.#tabs.keys();
    if (this.#tabs.size > hubTabsMax && longestSilent !== undefined) this.#tabs.delete(longestSilent);
    tell({ kind: "heard", stream: this.#streamOf(tab) });
    this.#tellWhole(tab, knowsNothing ? nothing : known.wants);
  }

  /** Ends the stream; nobody is told anything any more. */
  end(): void {
    this.#tabs.clear();
    this.#stopAsking?.();
    this.#ask();
  }

  /** Has the stream bring what the tabs want now. Where that is what it brings already, nothing happens. */
  #ask(): void {
    this.#stopAsking = undefined;
    this.#keepRounds();
    const { request, leftOut } = requestOfTabs([...this.#tabs.values()].map(({ wants }) => wants));
    if (leftOut.join() !== this.#leftOut.join()) {
      this.#leftOut = leftOut;
      this.#become(this.#state);
    }
    const asked = request === undefined ? undefined : JSON.stringify(request);
    if (asked === this.#asked?.request) return;
    this.#asked?.close();
    this.#asked = undefined;
    this.#forgetAllBut(request);
    if (request === undefined || asked === undefined) return;
    const close = this.#options.open(request, {
      onEvent: (event) => this.#take(event),
      onState: (state) => this.#become(state),
    });
    this.#asked = { request: asked, close };
  }

  #forgetAllBut(request: RequestOfTabs["request"]): void {
    const wanted = new Set(request?.apps.map(({ appId }) => appId));
    const apps = [...this.#held.apps].filter(([appId]) => wanted.has(appId));
    this.#held = { list: request?.listEveryMs == null ? undefined : this.#held.list, apps: new Map(apps) };
    for (const appId of this.#arrivedAtMs.apps.keys())
      if (!wanted.has(appId)) this.#arrivedAtMs.apps.delete(appId);
  }

  #take(event: LiveEvent): void {
    const arrivedAtMs = this.#options.clock.nowMs();
    const before = this.#held;
    this.#held = applyLiveEvent(before, event);
    if (this.#held === before) return;
    if (isOfList(event)) this.#arrivedAtMs.list = arrivedAtMs;
    else this.#arrivedAtMs.apps.set(event.appId, arrivedAtMs);
    for (const tab of this.#tabs.values()) {
      if (isOfList(event) ? !tab.wants.list : !tab.wants.apps.includes(event.appId)) continue;
      if (tab.wants.isVisible) tab.tell({ kind: "event", event, arrivedAtMs });
      else tab.isBehind = true;
    }
  }

  #become(state: StreamState): void {
    this.#state = state;
    for (const tab of this.#tabs.values()) tab.tell({ kind: "stream", stream: this.#streamOf(tab) });
  }

  #streamOf({ wants }: Tab): StreamState {
    return wants.apps.some((appId) => this.#leftOut.includes(appId)) ? noRoom : this.#state;
  }

  /** What is held of that which a tab wants and did not want before. */
  #tellWhole({ wants, tell }: Tab, had: Wants): void {
    const list =
      wants.list && !had.list && this.#held.list !== undefined
        ? { value: this.#held.list, arrivedAtMs: this.#arrivedAtMs.list }
        : undefined;
    const apps = wants.apps.flatMap((appId) => {
      const value = had.apps.includes(appId) ? undefined : this.#held.apps.get(appId);
      return value === undefined
        ? []
        : [[appId, { value, arrivedAtMs: this.#arrivedAtMs.apps.get(appId) ?? 0 }] as const];
    });
    if (list !== undefined || apps.length > 0) tell({ kind: "whole", list, apps });
  }

  #keepRounds(): void {
    if (this.#tabs.size > 0) {
      this.#stopRounds ??= this.#options.clock.after(liveEveryMs.hidden, () => this.#goRound());
      return;
    }
    this.#stopRounds?.();
    this.#stopRounds = undefined;
  }

  /** Tells hidden tabs what they have missed, and forgets those that are gone. */
  #goRound(): void {
    this.#stopRounds = undefined;
    const nowMs = this.#options.clock.nowMs();
    for (const [tabId, tab] of this.#tabs) {
      if (nowMs - tab.heardAtMs > tabSilenceMs) this.#tabs.delete(tabId);
      else if (tab.isBehind) {
        tab.isBehind = false;
        this.#tellWhole(tab, nothing);
      }
    }
    this.#ask();
  }
}

const nothing: Wants = { list: false, apps: [], isVisible: false };

const noRoom: StreamState = {
  kind: "refused",
  message: `the tabs of this browser show more than ${liveAppsMax} apps, and one stream takes no more; close some`,
};

function isOfList(event: LiveEvent): event is Extract<LiveEvent, { kind: "list" | "rows" }> {
  return event.kind === "list" || event.kind === "rows";
}

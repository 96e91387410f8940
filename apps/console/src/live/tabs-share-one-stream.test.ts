import type { AppView, LiveEvent, LiveRequest, LiveState } from "@stoatflow/api/wire";
import { liveAppsMax } from "@stoatflow/api/wire";
import { beforeEach, expect, test } from "vitest";
import { hubTabsMax, LiveHub, tabSilenceMs } from "./hub.ts";
import type { ConnectHub } from "./hub-link.ts";
import type { HubMessage, TabMessage } from "./hub-messages.ts";
import { beatMs, deafAfterMs, type LiveNews, LiveTab } from "./live-tab.ts";
import type { StreamState } from "./stream-state.ts";

/** Time that passes as the test says, in order. */
class ManualClock {
  #nowMs = 1_790_000_000_000;
  #due: { readonly atMs: number; readonly call: () => void }[] = [];
  nowMs = (): number => this.#nowMs;
  after = (delayMs: number, call: () => void): (() => void) => {
    const timer = { atMs: this.#nowMs + delayMs, call };
    this.#due.push(timer);
    return () => {
      this.#due = this.#due.filter((each) => each !== timer);
    };
  };
  pass(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      const [next] = this.#due.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
      if (next === undefined) break;
      this.#due = this.#due.filter((each) => each !== next);
      this.#nowMs = next.atMs;
      next.call();
    }
    this.#nowMs = untilMs;
  }
}

interface Subscription {
  readonly request: Pick<LiveRequest, "listEveryMs" | "apps">;
  readonly onEvent: (event: LiveEvent) => void;
  readonly onState: (state: StreamState) => void;
  isOpen: boolean;
}

let clock: ManualClock;
let subscriptions: Subscription[];

beforeEach(() => {
  clock = new ManualClock();
  subscriptions = [];
});

function newHub(): LiveHub {
  return new LiveHub({
    clock,
    open: (request, told) => {
      const subscription: Subscription = { request, ...told, isOpen: true };
      subscriptions.push(subscription);
      return () => {
        subscription.isOpen = false;
      };
    },
  });
}

/** A hub on a wire that clones what goes over it, and can be cut. */
class Hub {
  readonly hub = newHub();
  isAlive = true;
  readonly connect: ConnectHub = (_tabId, told) => ({
    send: (message: TabMessage) => {
      if (!this.isAlive) return;
      this.hub.hear(structuredClone(message), (answer) => {
        if (this.isAlive) told(structuredClone(answer));
      });
    },
    close: () => {},
  });
}

let tabs = 0;
function newTab(connect: ConnectHub | (() => readonly ConnectHub[])) {
  const news: LiveNews[] = [];
  tabs += 1;
  const tabId = `tab-${tabs}`;
  const links =
    connect.length === 0 ? (connect as () => readonly ConnectHub[]) : () => [connect as ConnectHub];
  const tab = new LiveTab({
    clock,
    links,
    newTabId: () => `${tabId}-${clock.nowMs()}`,
    onNews: (each) => news.push(each),
  });
  return {
    tab,
    news,
    newest: (appId: string) =>
      sequenceOf(news.findLast((each) => each.kind === "app" && each.appId === appId)),
  };
}

function sequenceOf(news: LiveNews | undefined): string | undefined {
  return news?.kind === "app" && news.app.kind === "view"
    ? (news.app.view.summary.sequence ?? undefined)
    : undefined;
}

const openOnes = () => subscriptions.filter(({ isOpen }) => isOpen);
function theOne(): Subscription {
  const [one, ...more] = openOnes();
  if (one === undefined || more.length > 0) throw new Error(`there are ${openOnes().length} streams`);
  return one;
}

/** Enough of a view for what is done with it here: its name and its tick. */
function whole(appId: string, sequence: number): LiveEvent {
  const view = {
    summary: { id: appId, sequence: String(sequence) },
    snapshot: null,
    receivedAtMs: 1,
    serverNowMs: 1,
  };
  return { kind: "app", appId, event: { kind: "snapshot", view: view as unknown as AppView } };
}

function change(appId: string, sequence: number): LiveEvent {
  const summary = { id: appId, sequence: String(sequence) } as unknown as AppView["summary"];
  return { kind: "app", appId, event: { kind: "delta", summary, tick: null, serverNowMs: 1 } };
}

function list(...ids: readonly string[]): LiveEvent {
  const rows = ids.map((id) => ({ id })) as unknown as NonNullable<LiveState["list"]>["rows"];
  return { kind: "list", rows: [...rows], serverNowMs: 1 };
}

const app = (appId: string) => ({ kind: "app", appId }) as const;
const rows = { kind: "list" } as const;
const settle = async () => {
  await Promise.resolve();
  clock.pass(50);
};

test("seven tabs make one stream, which brings each app once and the list", async () => {
  const { connect } = new Hub();
  const all = ["a", "b", "c", "a", "b"].map((id) => ({ id, ...newTab(connect) }));
  for (const { tab, id } of all) tab.want(app(id));
  for (let each = 0; each < 2; each += 1) newTab(connect).tab.want(rows);
  await settle();
  expect(theOne().request).toEqual({
    listEveryMs: 1000,
    apps: ["a", "b", "c"].map((appId) => ({ appId, everyMs: 1000 })),
  });
  theOne().onEvent(whole("a", 1));
  theOne().onEvent(change("a", 2));
  theOne().onEvent(whole("b", 7));
  expect(all.map(({ news }) => news.map(sequenceOf))).toEqual([["1", "2"], ["7"], [], ["1", "2"], ["7"]]);
});

test("a tab that comes later has at once what there is, and then each change once", async () => {
  const { connect } = new Hub();
  newTab(connect).tab.want(app("a"));
  await settle();
  const stream = theOne();
  stream.onEvent(whole("a", 1));
  stream.onEvent(change("a", 2));
  clock.pass(700);
  const late = newTab(connect);
  late.tab.want(app("a"));
  await settle();
  stream.onEvent(change("a", 3));
  expect(theOne()).toBe(stream);
  expect(late.news.map(sequenceOf)).toEqual(["2", "3"]);
  // Its age is from when it came, not from when the tab was told.
  expect(late.news[0]?.arrivedAtMs).toBe(clock.nowMs() - 750);
});

test("a tab that goes to another app gets that one, whole, and nothing of the other any more", async () => {
  const { connect } = new Hub();
  const { tab, news } = newTab(connect);
  const leave = tab.want(app("a"));
  await settle();
  theOne().onEvent(whole("a", 1));
  leave();
  tab.want(app("b"));
  await settle();
  expect(theOne().request.apps).toEqual([{ appId: "b", everyMs: 1000 }]);
  subscriptions[0]?.onEvent(change("a", 2));
  theOne().onEvent(whole("b", 5));
  expect(news.map(sequenceOf)).toEqual(["1", "5"]);
});

test("hidden tabs are told slowly, and one that is looked at has the newest at once", async () => {
  const { connect } = new Hub();
  const [seen, hidden] = [newTab(connect), newTab(connect)];
  for (const { tab } of [seen, hidden]) tab.want(app("a"));
  hidden.tab.setVisible(false);
  await settle();
  theOne().onEvent(whole("a", 1));
  for (let second = 2; second <= 25; second += 1) {
    clock.pass(1000);
    theOne().onEvent(change("a", second));
  }
  expect(seen.news).toHaveLength(25);
  expect(hidden.news.length).toBeLessThanOrEqual(3);
  hidden.tab.setVisible(true);
  expect(hidden.newest("a")).toBe("25");
  theOne().onEvent(change("a", 26));
  expect(hidden.newest("a")).toBe("26");
});

test("where all tabs are hidden the console sends slowly, and at once again when one is looked at", async () => {
  const { connect } = new Hub();
  const { tab } = newTab(connect);
  tab.want(app("a"));
  tab.setVisible(false);
  await settle();
  expect(theOne().request.apps).toEqual([{ appId: "a", everyMs: 10_000 }]);
  tab.setVisible(true);
  await settle();
  expect(theOne().request.apps).toEqual([{ appId: "a", everyMs: 1000 }]);
});

test("where the hub dies the tab has another, begins anew with it, and goes on", async () => {
  const [first, second] = [new Hub(), new Hub()];
  const { tab, news } = newTab((tabId, told) => (first.isAlive ? first : second).connect(tabId, told));
  tab.want(app("a"));
  await settle();
  theOne().onEvent(whole("a", 1));
  first.isAlive = false;
  theOne().isOpen = false;
  clock.pass(deafAfterMs + 2 * beatMs);
  theOne().onEvent(whole("a", 9));
  theOne().onEvent(change("a", 10));
  expect(news.map(sequenceOf)).toEqual(["1", "9", "10"]);
});

test("a way on which nobody answers is left for the next one", async () => {
  const silent: ConnectHub = () => ({ send: () => {}, close: () => {} });
  const { connect } = new Hub();
  const { tab, news } = newTab(() => [silent, connect]);
  tab.want(rows);
  await settle();
  clock.pass(deafAfterMs + 2 * beatMs);
  theOne().onEvent(list("a"));
  expect(news.map(({ kind }) => kind)).toEqual(["list"]);
});

test("a way that the browser refuses is left at once for the next one", async () => {
  const refused: ConnectHub = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  const { connect } = new Hub();
  const { tab, news } = newTab(() => [refused, refused, connect]);
  tab.want(rows);
  await settle();
  theOne().onEvent(list("a"));
  expect(news.map(({ kind }) => kind)).toEqual(["list"]);
});

test("a hub that begins is told by every tab what it wants", async () => {
  const told: ((message: HubMessage) => void)[] = [];
  const said: TabMessage[] = [];
  const { tab } = newTab((_tabId, tell) => {
    told.push(tell);
    return { send: (message) => said.push(message), close: () => {} };
  });
  tab.want(rows);
  await settle();
  said.length = 0;
  told[0]?.({ kind: "begins" });
  expect(said).toEqual([expect.objectContaining({ kind: "wants", hasNothing: true })]);
});

test("a tab that is gone without a word is forgotten, and with the last one the stream ends", async () => {
  const { connect } = new Hub();
  const { tab } = newTab(connect);
  const gone = { kind: "wants", tabId: "gone", hasNothing: true } as const;
  const hub = newHub();
  hub.hear({ ...gone, wants: { list: true, apps: [], isVisible: true } }, () => {});
  clock.pass(50);
  expect(openOnes()).toHaveLength(1);
  clock.pass(tabSilenceMs + 20_000);
  expect(openOnes()).toHaveLength(0);
  tab.want(rows);
  await settle();
  expect(openOnes()).toHaveLength(1);
  tab.leave();
  clock.pass(50);
  expect(openOnes()).toHaveLength(0);
});

test("a hub is bounded: in tabs, and in apps, of which those that somebody looks at go first", () => {
  const hub = newHub();
  const told = new Map<string, HubMessage[]>();
  const say = (tabId: string, apps: readonly string[], isVisible = true) => {
    const messages: HubMessage[] = [];
    told.set(tabId, messages);
    hub.hear({ kind: "wants", tabId, hasNothing: true, wants: { list: false, apps, isVisible } }, (each) =>
      messages.push(each),
    );
  };
  for (let each = 0; each <= liveAppsMax; each += 1) say(`tab-${each}`, [`app-${each}`], each > 0);
  clock.pass(50);
  const names = theOne().request.apps.map(({ appId }) => appId);
  expect(names).toHaveLength(liveAppsMax);
  expect(names).not.toContain("app-0");
  expect(told.get("tab-0")?.at(-1)).toMatchObject({ kind: "stream", stream: { kind: "refused" } });
  expect(told.get("tab-1")?.at(-1)).not.toMatchObject({ stream: { kind: "refused" } });
  for (let each = 0; each < hubTabsMax + 5; each += 1) say(`more-${each}`, ["one"]);
  clock.pass(50);
  expect(theOne().request.apps).toEqual([{ appId: "one", everyMs: 1000 }]);
});

test("the same wants are asked for once, whoever speaks last", async () => {
  const { connect } = new Hub();
  for (const id of ["b", "a", "c"]) newTab(connect).tab.want(app(id));
  await settle();
  clock.pass(60_000);
  expect(subscriptions).toHaveLength(1);
});

test("how the stream stands is told to every tab, and to one that comes later", async () => {
  const { connect } = new Hub();
  const { tab } = newTab(connect);
  expect(tab.stream).toEqual({ kind: "connecting" });
  tab.want(rows);
  await settle();
  theOne().onState({ kind: "lost", sinceMs: 5, nextTryAtMs: 6 });
  const late = newTab(connect);
  late.tab.want(rows);
  await settle();
  for (const each of [tab, late.tab])
    expect(each.stream).toEqual({ kind: "lost", sinceMs: 5, nextTryAtMs: 6 });
});

import type { AppRouter } from "@stoatflow/api";
import { createTRPCClient, httpSubscriptionLink } from "@trpc/client";
import { expect, test } from "vitest";
import { openStreamOf } from "./open-stream.ts";
import type { StreamState } from "./stream-state.ts";

/** What a browser has of the stream; the test says what comes by it. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  readonly CLOSED = 2;
  readyState = 1;
  close(): void {
    this.readyState = this.CLOSED;
  }
  comes(kind: string): void {
    this.dispatchEvent(new MessageEvent(kind, { data: "{}" }));
  }
  /** The browser itself would try again where it is not closed. */
  breaks(readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }
}

/** A stream as a hub opens it, on a clock that stands until the test has the next try made. */
function opened() {
  const nowMs = 1_790_000_000_000;
  const sources: Source[] = [];
  const states: StreamState[] = [];
  const tries: { readonly delayMs: number; readonly call: () => void }[] = [];
  class Watched extends Source {
    constructor() {
      super();
      sources.push(this);
    }
  }
  const client = createTRPCClient<AppRouter>({
    links: [
      httpSubscriptionLink({
        url: "http://console/api/trpc",
        EventSource: Watched as unknown as typeof EventSource,
      }),
    ],
  });
  const after = (delayMs: number, call: () => void) => {
    const one = { delayMs, call };
    tries.push(one);
    return () => void tries.splice(tries.indexOf(one), 1);
  };
  const close = openStreamOf(client, { nowMs: () => nowMs, after })(
    { listEveryMs: 1000, apps: [] },
    { onEvent: () => {}, onState: (state) => states.push(state) },
  );
  return {
    nowMs,
    sources,
    tries,
    close,
    state: () => states.at(-1),
    /** The n-th connection, once it is made. */
    connected: async (n: number): Promise<Source> => {
      await expect.poll(() => sources.length).toBe(n);
      const source = sources[n - 1];
      if (source === undefined) throw new Error("no source");
      source.comes("connected");
      await expect.poll(() => states.at(-1)).toEqual({ kind: "open" });
      return source;
    },
    /** How long the next try waits; it is made now. */
    tried: async (): Promise<number | undefined> => {
      await expect.poll(() => tries.length).toBe(1);
      const next = tries.shift();
      next?.call();
      return next?.delayMs;
    },
  };
}

test("a stream that the console ends in order, as when it is stopped, is lost and is made again", async () => {
  const { connected, nowMs, state, tried, sources } = opened();
  (await connected(1)).comes("return");
  await expect.poll(state).toEqual({ kind: "lost", sinceMs: nowMs, nextTryAtMs: nowMs + 500 });
  expect(await tried()).toBe(500);
  await expect.poll(() => sources.length).toBe(2);
  sources[1]?.breaks(Source.CLOSED);
  expect(await tried()).toBe(1000);
  await connected(3);
});

test("a stream that breaks is left, and made again once", async () => {
  const { connected, state, tried, tries } = opened();
  const first = await connected(1);
  first.breaks(0);
  await expect.poll(() => state()?.kind).toBe("lost");
  expect(first.readyState).toBe(Source.CLOSED);
  expect(await tried()).toBe(500);
  await connected(2);
  expect(tries).toEqual([]);
});

test("a stream that is closed here is not made again", async () => {
  const { connected, close, state, tries, sources } = opened();
  const first = await connected(1);
  close();
  await expect.poll(() => first.readyState).toBe(Source.CLOSED);
  expect(state()).toEqual({ kind: "open" });
  expect(tries).toEqual([]);
  expect(sources).toHaveLength(1);
});

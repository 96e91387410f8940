/**
 * One connection to `GET /events` of a StoatFlow engine.
 *
 * It owns the request, its timers and the tick that deltas are applied to, and is called by the StoatFlow source. It
 * makes one attempt: whether and when there is another is the collector's decision, so the client library's own
 * reconnection is closed off. Events are taken one after the other, a large one in several turns, and nothing more is read
 * from the peer meanwhile. What a peer can make it hold or do is bounded (invariant 17): the size of a message, the
 * rate of messages, the time to the head of the answer, and the time of silence.
 */
import { setImmediate } from "node:timers/promises";
import type { FeedSnapshot } from "@stoatflow/engine/wire";
import { createEventSource, type FetchLike } from "eventsource-client";
import type { Clock } from "../../clock.ts";
import type { FeedConnection, FeedEnd, FeedListener } from "../app-source.ts";
import { type FeedEventOutcome, readFeedEvent } from "../feed-event.ts";
import { FeedFault, faultOf } from "./fault.ts";
import type { SourceLimits } from "./source-limits.ts";

/** Deltas in a row that do not follow on, before it is given up that a whole snapshot will come. */
const gapsMax = 8;

export interface FeedRequest {
  readonly url: string;
  readonly held: FeedSnapshot | undefined;
  readonly listener: FeedListener;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  readonly limits: SourceLimits;
}

/** Connects at once. The listener hears nothing before this has returned. */
export function openFeed({
  url,
  held: resumed,
  listener,
  clock,
  fetch,
  limits,
}: FeedRequest): FeedConnection {
  let held = resumed;
  let gaps = 0;
  let pendingBytes = 0;
  /** Of what was read; those of one chunk at most. */
  const waiting: { readonly event: string | undefined; readonly data: string }[] = [];
  let isTaking = false;
  let taken = Promise.resolve();
  let done = false;
  let fault: FeedEnd | undefined;
  let stopTimer = timer(limits.connectTimeoutMs, "no answer");
  const pace = eventPace(clock, limits.eventsPerSecondMax);

  const client = createEventSource({
    url,
    fetch: guardedFetch,
    ...(held === undefined ? {} : { initialLastEventId: `${held.bootId}-${held.sequence}` }),
    onMessage: ({ event, data }) => {
      pendingBytes = 0;
      pace.count();
      waiting.push({ event, data });
      if (!isTaking) taken = takeWaiting();
    },
    onComment: () => {
      pendingBytes = 0;
      pace.count();
    },
    onScheduleReconnect: () => end(fault ?? { kind: "unreachable", reason: "it ended the connection" }),
  });
  return { close };

  async function takeWaiting(): Promise<void> {
    isTaking = true;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const reading = readFeedEvent(held, next.event, next.data);
        let part = reading.next();
        while (!part.done && !done) {
          await setImmediate();
          part = reading.next();
        }
        if (part.done && !done) take(part.value);
      }
    } finally {
      isTaking = false;
    }
  }

  function take(outcome: FeedEventOutcome): void {
    if (outcome.kind !== "gap") gaps = 0;
    switch (outcome.kind) {
      case "tick":
        held = outcome.snapshot;
        listener.tick(outcome.snapshot);
        break;
      case "repeat":
        listener.seen();
        break;
      case "gap":
        gaps += 1;
        if (gaps > gapsMax)
          end({ kind: "invalid", reason: `${gaps} deltas do not follow on what came before` });
        break;
      case "fault":
        end({ kind: "invalid", reason: outcome.reason });
        break;
      case "ignored":
        break;
    }
  }

  /** Checks the head of the answer and bounds its body, which the client library would read whatever it is. */
  async function guardedFetch(...[address, init]: Parameters<FetchLike>): ReturnType<FetchLike> {
    try {
      const headers = { Accept: "text/event-stream", ...init?.headers };
      const response = await fetch(address, {
        headers,
        redirect: "manual",
        signal: init?.signal,
      });
      checkHead(response);
      const body = response.body === null ? null : bounded(response.body);
      return { body, url: response.url, status: response.status, redirected: false };
    } catch (thrown) {
      fault ??= faultOf(thrown);
      throw thrown;
    }
  }

  function bounded(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
    const reader = body.getReader();
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async pull(controller) {
          try {
            await taken;
            await pace.turn();
            const { done: ended, value } = await reader.read();
            if (ended) return controller.close();
            heard(value.length);
            controller.enqueue(value);
          } catch (thrown) {
            fault ??= faultOf(thrown);
            controller.error(thrown);
          }
        },
      },
      { highWaterMark: 0 },
    );
  }

  function heard(bytes: number): void {
    if (done) return;
    stopTimer();
    stopTimer = timer(limits.silenceMs, "it sent nothing");
    pendingBytes += bytes;
    if (pendingBytes > limits.messageBytesMax) {
      throw new FeedFault("invalid", `an event of the feed is larger than ${limits.messageBytesMax} bytes`);
    }
  }

  function timer(delayMs: number, what: string): () => void {
    return clock.after(delayMs, () =>
      end({ kind: "unreachable", reason: `${what} for ${delayMs / 1000} s` }),
    );
  }

  function end(reason: FeedEnd): void {
    if (done) return;
    close();
    listener.ended(reason);
  }

  function close(): void {
    done = true;
    stopTimer();
    client.close();
  }
}

function checkHead(response: Response): void {
  const { status } = response;
  if (status >= 300 && status < 400) {
    throw new FeedFault(
      "invalid",
      "it answers with a redirect, which is not followed; configure where it leads",
    );
  }
  if (status >= 500) throw new FeedFault("unreachable", `it answers with status ${status}`);
  if (status !== 200)
    throw new FeedFault("invalid", `it answers GET /events with status ${status}: no StoatFlow app?`);
  if (!/^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "")) {
    throw new FeedFault("invalid", "it answers GET /events with something else than an event stream");
  }
}

/** Lets a peer send `perSecondMax` events in a second; then reading stops for one. */
function eventPace(clock: Clock, perSecondMax: number): { count(): void; turn(): Promise<void> } {
  let windowStartMs = clock.nowMs();
  let events = 0;
  return {
    count() {
      const elapsedMs = clock.nowMs() - windowStartMs;
      if (elapsedMs < 0 || elapsedMs >= 1000) {
        windowStartMs += elapsedMs;
        events = 0;
      }
      events += 1;
    },
    async turn() {
      if (events < perSecondMax) return;
      await new Promise<void>((resolve) => {
        clock.after(1000, resolve);
      });
      events = 0;
    },
  };
}

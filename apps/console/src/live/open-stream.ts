/**
 * The stream of a hub, over tRPC. It comes back by itself, whatever it broke by: a server that is gone, or that ends it in
 * order as it is stopped, a proxy that says so, a silence. Each new one begins with everything whole, so nothing has to be
 * remembered.
 */
import type { makeTrpcClient } from "../trpc/client.ts";
import type { HubClock, OpenStream } from "./hub.ts";
import type { StreamState } from "./stream-state.ts";

/** A try after the n-th failure comes after the n-th of these; the last one goes on. */
const retryAfterMs = [500, 1000, 2000, 4000, 8000] as const;
const retryAtLastMs = 10_000;

export function openStreamOf(client: ReturnType<typeof makeTrpcClient>, clock: HubClock): OpenStream {
  return (request, { onEvent, onState }) => {
    let failures = 0;
    let lostSinceMs: number | undefined;
    let stop: () => void = () => {};

    const begin = (): void => {
      let isLeft = false;
      const subscription = client.live.watch.subscribe(request, {
        onStarted: () => {
          lostSinceMs = undefined;
          onState({ kind: "open" });
        },
        onData: ({ data }) => {
          failures = 0;
          onEvent(data);
        },
        onConnectionStateChange: ({ state, error }) => {
          if (state === "connecting" && error !== null) fail(error);
        },
        onError: (error) => fail(error),
        // Called for one that is left, too.
        onComplete: () => {
          if (!isLeft) fail(ended);
        },
      });
      stop = () => {
        isLeft = true;
        subscription.unsubscribe();
      };
    };
    const fail = (error: Failure): void => {
      stop();
      const delayMs = retryAfterMs[failures] ?? retryAtLastMs;
      failures += 1;
      const nowMs = clock.nowMs();
      lostSinceMs ??= nowMs;
      onState(stateOf(error, lostSinceMs, nowMs + delayMs));
      stop = clock.after(delayMs, begin);
    };

    begin();
    return () => stop();
  };
}

interface Failure {
  readonly message: string;
  /** What the console said; absent where it said nothing. */
  readonly data?: object | null | undefined;
}

const ended: Failure = { message: "the console has ended the stream" };

function stateOf({ message, data }: Failure, sinceMs: number, nextTryAtMs: number): StreamState {
  if (data !== undefined && data !== null) return { kind: "refused", message };
  return { kind: "lost", sinceMs, nextTryAtMs };
}

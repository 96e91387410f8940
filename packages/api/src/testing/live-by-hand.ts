/** A subscription of `live.watch` over apps told by hand, which a test reads step by step. */
import { noPauses } from "../control/pause-watch.ts";
import { watchLive } from "../services/watch-live.ts";
import { applyLiveEvent, type LiveEvent, liveEvent, liveRequest, nothingLive } from "../wire/index.ts";
import type { appsByHand } from "./by-hand.ts";
import type { ManualClock } from "./manual-clock.ts";

export function liveByHand(
  { collectors }: Pick<ReturnType<typeof appsByHand>, "collectors">,
  clock: ManualClock,
  asked: object,
) {
  const leaving = new AbortController();
  const context = { collectors, clock, pauses: noPauses };
  const stream = watchLive(context, liveRequest.parse(asked), leaving.signal);
  const events: LiveEvent[] = [];
  let state = nothingLive;
  let ended: unknown;
  const reading = (async () => {
    for await (const [, value] of stream) {
      // As it goes over the wire.
      const event = liveEvent.parse(JSON.parse(JSON.stringify(liveEvent.parse(value))));
      events.push(event);
      state = applyLiveEvent(state, event);
    }
  })().catch((thrown: unknown) => {
    ended = thrown;
  });
  return {
    /** Resolves when it waits for something to change or for time to pass. */
    async settled(): Promise<void> {
      for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    },
    /** What came since it was asked last. */
    async news(): Promise<LiveEvent[]> {
      await this.settled();
      return events.splice(0);
    },
    state: () => state,
    ended: () => ended,
    async leave(): Promise<void> {
      leaving.abort();
      await reading;
    },
  };
}

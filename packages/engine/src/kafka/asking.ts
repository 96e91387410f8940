import { sleep } from "../clock.ts";
import { StoatFlowError } from "../errors.ts";
import { isFinal, logUnavailable } from "./kafka-error.ts";
import type { KafkaSettings } from "./options.ts";

const firstWaitMs = 20;
const longestWaitMs = 1000;

/**
 * Asks until there is an answer: again after errors that pass (a leader that moves, a coordinator that loads), and
 * no longer than the settings allow, even where a request itself hangs.
 *
 * @throws {StoatFlowError} `log-unavailable`, naming what was asked and the brokers.
 */
export async function asking<T>(settings: KafkaSettings, what: string, ask: () => Promise<T>): Promise<T> {
  const { clock, brokers, unavailableAfterMs } = settings;
  const deadlineMs = clock.monotonicMs() + unavailableAfterMs;
  let waitMs = firstWaitMs;
  let last: unknown = new Error("no answer");
  for (;;) {
    const leftMs = deadlineMs - clock.monotonicMs();
    if (leftMs <= 0) throw logUnavailable(what, brokers, last);
    try {
      return await within(settings, leftMs, what, ask);
    } catch (error) {
      if (error instanceof StoatFlowError) throw error;
      if (isFinal(error)) throw logUnavailable(what, brokers, error);
      last = error;
    }
    await sleep(clock, waitMs);
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }
}

/** One try that is given up after `limitMs`; what it then still does is ignored. */
async function within<T>(
  settings: KafkaSettings,
  limitMs: number,
  what: string,
  ask: () => Promise<T>,
): Promise<T> {
  const asked = ask();
  return new Promise((resolve, reject) => {
    const cancel = settings.clock.after(limitMs, () => {
      reject(logUnavailable(what, settings.brokers, new Error(`no answer within ${Math.round(limitMs)} ms`)));
    });
    asked.then(resolve, reject).finally(cancel);
  });
}

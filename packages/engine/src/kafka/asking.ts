import { type Clock, sleep } from "../clock.ts";
import { StoatFlowError } from "../errors.ts";
import { isFinal, logUnavailable } from "./kafka-error.ts";
import { checkBrokers, type KafkaSettings } from "./options.ts";

const firstWaitMs = 20;
const longestWaitMs = 1000;

/**
 * Asks until there is an answer: again after errors that pass (a leader that moves, a coordinator that loads), and
 * no longer than the settings allow, even where a request itself hangs.
 *
 * @throws {StoatFlowError} `log-unavailable`, naming what was asked and the brokers; `configuration` where one of them
 * is not `host:port`.
 */
export async function asking<T>(settings: KafkaSettings, what: string, ask: () => Promise<T>): Promise<T> {
  const { clock, brokers, unavailableAfterMs } = settings;
  checkBrokers(brokers);
  const deadlineMs = clock.monotonicMs() + unavailableAfterMs;
  let waitMs = firstWaitMs;
  // What a broker or the network said last tells more than that the time is over.
  let last: unknown = new Error(`no answer within ${unavailableAfterMs} ms`);
  for (;;) {
    const leftMs = deadlineMs - clock.monotonicMs();
    if (leftMs <= 0) throw logUnavailable(what, brokers, last);
    try {
      const answer = await within(clock, leftMs, ask);
      if (answer.kind === "answer") return answer.value;
      throw logUnavailable(what, brokers, last);
    } catch (error) {
      if (error instanceof StoatFlowError) throw error;
      if (isFinal(error)) throw logUnavailable(what, brokers, error);
      last = error;
    }
    await sleep(clock, waitMs);
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }
}

type Answer<T> = { readonly kind: "answer"; readonly value: T } | { readonly kind: "late" };

/** One try that is given up after `limitMs`; what it then still does is ignored. */
function within<T>(clock: Clock, limitMs: number, ask: () => Promise<T>): Promise<Answer<T>> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => resolve({ kind: "late" }));
    ask()
      .then((value) => resolve({ kind: "answer", value }), reject)
      .finally(cancel);
  });
}

/**
 * What a broker's refusal means for a transaction. The outcome is never guessed: what is not surely known is `unknown`.
 */
import type { CommitOutcome } from "../ports.ts";

/** How long a transaction has been open, to tell a transaction that timed out from a producer that was fenced. */
export interface TransactionAge {
  readonly openForMs: number;
  readonly timeoutMs: number;
}

const epochTooOld: ReadonlySet<string> = new Set(["INVALID_PRODUCER_EPOCH", "PRODUCER_FENCED"]);

/** The coordinator refuses the request in the state the transaction is in, so it has not done and will not do it. */
const surelyRefused: ReadonlySet<string> = new Set([
  /** The transaction was ended by the coordinator: it is being aborted, or was. */
  "INVALID_TXN_STATE",
  /** The coordinator has forgotten the producer, and its open transaction with it. */
  "INVALID_PRODUCER_ID_MAPPING",
]);

/**
 * Whether another producer has taken over. A coordinator also raises the epoch when it ends a transaction that was
 * open for too long, and answers the same; so a transaction that may have timed out is not called fenced.
 */
export function isFenced(brokerError: string | undefined, age: TransactionAge): boolean {
  return brokerError !== undefined && epochTooOld.has(brokerError) && age.openForMs < age.timeoutMs;
}

/** The outcome of a commit that failed, `brokerError` being `undefined` where no broker answered. */
export function outcomeOfFailedCommit(brokerError: string | undefined, age: TransactionAge): CommitOutcome {
  if (brokerError === undefined) return "unknown";
  if (isFenced(brokerError, age)) return "fenced";
  // Refused by its epoch: whoever raised it has aborted what was open.
  if (epochTooOld.has(brokerError) || surelyRefused.has(brokerError)) return "aborted";
  // All else may come after the decision was written: a coordinator whose replicas are slow answers that it is not
  // available and may still complete the commit.
  return "unknown";
}

/** Whether a refusal in the midst of a transaction means that its work must be done again in a new one. */
export function isTransactionOver(brokerError: string | undefined): boolean {
  return (
    brokerError !== undefined &&
    (epochTooOld.has(brokerError) || surelyRefused.has(brokerError) || brokenSequence.has(brokerError))
  );
}

const brokenSequence: ReadonlySet<string> = new Set([
  "OUT_OF_ORDER_SEQUENCE_NUMBER",
  "DUPLICATE_SEQUENCE_NUMBER",
  "UNKNOWN_PRODUCER_ID",
  "TRANSACTION_COORDINATOR_FENCED",
]);

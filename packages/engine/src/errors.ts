/**
 * The engine's errors: one class, a closed union of codes, and what a person needs to mend the thing.
 *
 * `assert` is for bugs of the engine; a {@link StoatFlowError} is for what the world does.
 */

/** What went wrong, as a program may ask. */
export type ErrorCode =
  /** A setting is missing, of the wrong type or out of range. Exit status 2. */
  | "configuration"
  /** A topic that the topology reads or writes does not exist. */
  | "unknown-topic"
  /** The log cannot be reached or answered with an error that retrying did not cure. */
  | "log-unavailable"
  /** Another producer with this `transactional.id` has taken over. Final. */
  | "fenced"
  /** A transaction was refused or ended by the broker; the epoch must be done again. */
  | "transaction-failed"
  /** The log refuses an output for what it is: too large, stamped out of range, without the right to write. */
  | "output-refused"
  /** A record could not be decoded and the policy is `fail`. */
  | "undecodable"
  /** A record's timestamp is negative or beyond the exact integers and the policy is `fail`. */
  | "invalid-timestamp"
  /** A user function of an operator threw. */
  | "operator-failed"
  /** A committed offset lies outside the log and the policy is `fail`. */
  | "offset-out-of-range"
  /** An address cannot be listened on. */
  | "listen";

export interface StoatFlowErrorOptions {
  readonly cause?: unknown;
  /** The name of the setting that is wrong or that mends the fault, e.g. `stoatflow.processing.lanes`. */
  readonly setting?: string;
  /** What to do about it, as one sentence. */
  readonly remedy?: string;
}

/**
 * What the world or a setting has done to the app. The message names the thing, `remedy` the way out.
 *
 * @example
 * ```ts
 * try {
 *   await engine.start();
 * } catch (thrown) {
 *   if (thrown instanceof StoatFlowError && thrown.code === "unknown-topic") console.error(thrown.remedy);
 *   else throw thrown;
 * }
 * ```
 */
export class StoatFlowError extends Error {
  override readonly name = "StoatFlowError";
  readonly code: ErrorCode;
  /** The name of the setting that is wrong or that mends the fault. */
  readonly setting: string | undefined;
  /** What to do about it, as one sentence. */
  readonly remedy: string | undefined;

  constructor(code: ErrorCode, message: string, options: StoatFlowErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.setting = options.setting;
    this.remedy = options.remedy;
  }
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

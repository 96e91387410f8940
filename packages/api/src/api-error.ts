/** The API's errors: one class and a closed union of codes. How each reaches a caller is in `trpc.ts`. */
export type ApiErrorCode =
  /** A setting is wrong. Exit status 2. */
  | "configuration"
  /** The input of a call, or the address of an export, is not what it must be; the message names the field. */
  | "bad-request"
  /** The expression of a filter can't be used; the fault beside it has the place. */
  | "bad-expression"
  /** No app of that id is configured. */
  | "unknown-app"
  /** `before` is no cursor of this list, or its entry is no longer held. */
  | "unknown-cursor"
  /** The app has no simulator of incidents, or none works for it now. */
  | "no-incidents"
  /** No instance of the app can read a record from its log: it is older than that, its log can't, or a setting forbids it. */
  | "no-record-reader"
  /** The app's log has no record there, or the app does not read that topic; the message is the app's own. */
  | "no-such-record"
  /** The log that the app reads did not give the record in time, or failed. */
  | "log-unavailable"
  /** No late drop of that run and id is held or was written down. */
  | "unknown-drop"
  /** No violation of that run and id is held or was written down. */
  | "unknown-violation"
  /** The app did not carry out a control call; the message is its own. */
  | "refused"
  /** The app cannot be connected to. */
  | "unreachable"
  /** The connection to the app broke off during a call, or it failed within. What was asked may have been done. */
  | "broken-off"
  /** The app did not answer in time. What was asked may have been done. */
  | "timeout"
  /** The app answered something that is not what an app answers. */
  | "bad-answer"
  /** The app's answer is larger than what is taken. */
  | "too-large"
  /** Some instances of the app did what was asked, others did not. */
  | "partly-done"
  /** The action's audit row can't be written, so it was not begun. */
  | "not-audited"
  /** Whoever runs the console or the app has switched it off; the message names the setting. */
  | "switched-off"
  /** The console's own database can't be read or written. */
  | "storage"
  /** The answer lies in more rows of history than one call may read; the message says what to ask instead. */
  | "too-much-history"
  /** Too many calls wait for history to be read, or the app reads as many records from its log as it does at once. */
  | "too-many-readers"
  /** Too many subscriptions on one app. */
  | "too-many-watchers";

/**
 * @example
 * ```ts
 * throw new ApiError("unknown-app", 'no app "orders" is configured; known: payments');
 * ```
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;

  constructor(code: ApiErrorCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
  }
}

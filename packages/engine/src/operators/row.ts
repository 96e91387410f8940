import type { Headers } from "../record/headers.ts";
import type { LogRecord } from "../record/record.ts";

/** What flows between operators. */
export interface Row<K = unknown, V = unknown> {
  readonly key: K;
  readonly value: V;
  /** Event time in milliseconds. */
  readonly timestampMs: number;
  readonly headers: Headers;
  /** The record that it came from, for evidence. */
  readonly origin: LogRecord;
  /** The key's bytes where routing has made them: serialised once, used by every keyed operator behind it. */
  readonly keyBytes: Buffer | null | undefined;
}

import type { Headers } from "../record/headers.ts";
import type { LogRecord } from "../record/record.ts";
import type { RowOrder } from "./row-order.ts";

/** What flows between operators. */
export interface Row<K = unknown, V = unknown> {
  readonly key: K;
  readonly value: V;
  /** Event time in milliseconds. */
  readonly timestampMs: number;
  readonly headers: Headers;
  /** The record that it came from, for evidence; a row that was held back and released has none. */
  readonly origin: LogRecord | undefined;
  /** Its place among the rows of its epoch. */
  readonly order: RowOrder;
  /** The key's bytes where routing has made them: serialised once, used by every keyed operator behind it. */
  readonly keyBytes: Buffer | null | undefined;
}

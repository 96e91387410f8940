import { z } from "zod";
import { count, envelope, offsetText, partitionRef, timeMs } from "./envelope.ts";
import { payloadUpTo } from "./payload.ts";

/** The most bytes of one record that are told: of its key, its value and its headers together, in that order. */
export const recordBytesMax = 1024 * 1024;

/** The most headers of one record that are told. */
export const recordHeadersMax = 1000;

const recordPayload = payloadUpTo(recordBytesMax);

/**
 * The body of `GET /record`: one record of a topic that the app reads, as the log has it now. Its envelope is of the
 * newest tick; the record is of no tick.
 */
export const recordBody = envelope.extend({
  ...partitionRef.shape,
  offset: offsetText,
  /** Of the log; `null` where it has none, or one beyond the integers that are exact, ±(2^53 − 1). */
  timestampMs: timeMs.nullable(),
  key: recordPayload,
  value: recordPayload,
  /** The first of them. */
  headers: z.array(z.tuple([z.string().max(1000), recordPayload])).max(recordHeadersMax),
  /** All of them. */
  headerCount: count,
  /** Of key, value and the headers' names and values, whole. */
  sizeBytes: count,
  /** The record is larger than {@link recordBytesMax}, has more than {@link recordHeadersMax} headers, or one with a name of more than 1000 characters. */
  truncated: z.boolean(),
});
export type RecordBody = z.infer<typeof recordBody>;

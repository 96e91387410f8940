import type { LogRecord } from "../record/record.ts";
import type { Payload } from "../wire/index.ts";
import type { LateDropEntry } from "./operator.ts";

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The most headers that evidence keeps of one record. */
const headersKept = 100;

/**
 * Bytes as text for evidence: UTF-8 where they are valid, else hex; the first `bytesKept` of them.
 *
 * @example
 * ```ts
 * payloadOf(Buffer.from("a"), 10); // { encoding: "utf8", text: "a", sizeBytes: 1, truncated: false }
 * ```
 */
export function payloadOf(bytes: Buffer | null, bytesKept: number): Payload {
  if (bytes === null) return null;
  const truncated = bytes.length > bytesKept;
  const kept = truncated ? bytes.subarray(0, bytesKept) : bytes;
  const text = utf8Of(kept, truncated);
  return text === undefined
    ? { encoding: "hex", text: kept.toString("hex"), sizeBytes: bytes.length, truncated }
    : { encoding: "utf8", text, sizeBytes: bytes.length, truncated };
}

/** A cut may fall within a character, so up to three bytes of the end may go. */
function utf8Of(kept: Buffer, truncated: boolean): string | undefined {
  const shortest = truncated ? Math.max(0, kept.length - 3) : kept.length;
  for (let length = kept.length; length >= shortest; length -= 1) {
    try {
      return strictUtf8.decode(kept.subarray(0, length));
    } catch {
      // Not valid up to here; a shorter cut may be.
    }
  }
  return undefined;
}

export interface LateDropFacts {
  readonly origin: LogRecord;
  readonly timestampMs: number;
  readonly watermarkMs: number;
  readonly operator: string;
  readonly window: { readonly startMs: number; readonly endMs: number };
  readonly graceMs: number;
  readonly nowMs: number;
}

/** The evidence of one record dropped for one window. Lateness is the watermark at the drop − event time. */
export function lateDropOf(facts: LateDropFacts, bytesKept: number): LateDropEntry {
  const { origin } = facts;
  return {
    topic: origin.topic,
    partition: origin.partition,
    offset: origin.offset.toString(),
    atMs: facts.nowMs,
    key: payloadOf(origin.key, bytesKept),
    value: payloadOf(origin.value, bytesKept),
    headers: origin.headers
      .slice(0, headersKept)
      .map(([name, value]): [string, Payload] => [name.slice(0, 1000), payloadOf(value, bytesKept)]),
    timestampMs: facts.timestampMs,
    watermarkMs: facts.watermarkMs,
    latenessMs: facts.watermarkMs - facts.timestampMs,
    operator: facts.operator,
    window: facts.window,
    graceMs: facts.graceMs,
  };
}

import type { Headers } from "../record/headers.ts";
import type { LogRecord } from "../record/record.ts";
import type { FirstMove } from "../watermark/watermark-moves.ts";
import { type LateDrop, lateDropHeadersMax, type Payload } from "../wire/index.ts";
import type { LateDropEntry } from "./operator.ts";

const strict = { fatal: true, ignoreBOM: true } as const;
/** For whole texts: a decoder costs more to make than to use. */
const wholeUtf8 = new TextDecoder("utf-8", strict);

/** The most windows that evidence names as those that a record was kept for. */
const keptWindowsMax = 100;

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

/** A cut may fall within a character: the decoder then leaves its first bytes out, as those of a stream to go on. */
function utf8Of(kept: Buffer, truncated: boolean): string | undefined {
  try {
    return truncated
      ? new TextDecoder("utf-8", strict).decode(kept, { stream: true })
      : wholeUtf8.decode(kept);
  } catch {
    return undefined;
  }
}

export interface LateDropFacts {
  readonly origin: LogRecord;
  readonly timestampMs: number;
  readonly watermarkMs: number;
  readonly operator: string;
  readonly window: { readonly startMs: number; readonly endMs: number };
  readonly graceMs: number;
  readonly nowMs: number;
  /** The windows that the same record was counted in. */
  readonly keptWindows: readonly { readonly startMs: number; readonly endMs: number }[];
  /** Who moved the watermark past the window's close, or why that is not known. */
  readonly moved: Pick<LateDrop, "movedBy" | "movedByMissing">;
}

/**
 * The evidence of one record dropped for one window. Lateness is the watermark at the drop − event time.
 *
 * @param bytesKept of the key, of the value, and of all header values together.
 */
export function lateDropOf(facts: LateDropFacts, bytesKept: number): LateDropEntry {
  const { origin } = facts;
  return {
    topic: origin.topic,
    partition: origin.partition,
    offset: origin.offset.toString(),
    atMs: facts.nowMs,
    key: payloadOf(origin.key, bytesKept),
    value: payloadOf(origin.value, bytesKept),
    headers: headersOf(origin.headers, bytesKept),
    timestampMs: facts.timestampMs,
    watermarkMs: facts.watermarkMs,
    latenessMs: facts.watermarkMs - facts.timestampMs,
    operator: facts.operator,
    window: facts.window,
    graceMs: facts.graceMs,
    keptWindows: facts.keptWindows.slice(0, keptWindowsMax),
    ...facts.moved,
  };
}

/** Bytes that the evidence holds in memory, a good estimate for bounds. */
export function lateDropBytes({ key, value, headers, keptWindows }: LateDropEntry): number {
  let bytes = 500 + textLength(key) + textLength(value) + 50 * keptWindows.length;
  for (const [name, of] of headers) bytes += name.length + textLength(of);
  return bytes;
}

function textLength(of: Payload): number {
  return of?.text.length ?? 0;
}

/** What is known of who closed a window, as evidence has it. */
export function movedOf(first: FirstMove): Pick<LateDrop, "movedBy" | "movedByMissing"> {
  if (first.kind === "moved") {
    const { topic, partition, cause, atMs } = first.move;
    return { movedBy: { topic, partition, cause, atMs }, movedByMissing: null };
  }
  // A window is late only once the watermark has passed its close, so "not yet" can't be.
  return {
    movedBy: null,
    movedByMissing: first.kind === "before-start" ? "before-start" : "beyond-history",
  };
}

function headersOf(headers: Headers, bytesKept: number): [string, Payload][] {
  let bytesLeft = bytesKept;
  return headers.slice(0, lateDropHeadersMax).map(([name, value]) => {
    const kept = payloadOf(value, bytesLeft);
    bytesLeft = Math.max(0, bytesLeft - (value?.length ?? 0));
    return [name.slice(0, 1000), kept];
  });
}

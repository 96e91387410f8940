import type { AppView, LateDropEntry, LogRecord } from "@stoatflow/api";
import { lateDropHeadersMax, recordBytesMax } from "@stoatflow/engine/wire";
import { formatBytes } from "../../lib/format/bytes.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { bytesOf } from "../../lib/format/payload.ts";
import type { Freshness } from "../../live/freshness.ts";

type Payload = LogRecord["value"];

/** Which part of the record was cut, or may have been, the first of them; `undefined`: the app kept all of it. */
export type CutPart = "key" | "value" | "headers";

export function firstCut({ key, value, headers }: LateDropEntry): CutPart | undefined {
  if (key?.truncated) return "key";
  if (value?.truncated) return "value";
  const isCut = mayLackHeaders(headers) || headers.some(([, of]) => of?.truncated);
  return isCut ? "headers" : undefined;
}

/** Of as many as are kept at most, nobody knows whether they are all. */
function mayLackHeaders(headers: LateDropEntry["headers"]): boolean {
  return headers.length >= lateDropHeadersMax;
}

/** How many headers there are, and how many of them stand there; `whole` once it was read. */
export function headersWords({ headers }: LateDropEntry, whole: LogRecord | undefined): string {
  const shown = formatCount((whole ?? { headers }).headers.length);
  if (whole === undefined && mayLackHeaders(headers)) return `the first ${shown}, there may be more`;
  const count = whole?.headerCount ?? headers.length;
  if (count === 0) return "none";
  const isPart = whole !== undefined && count > whole.headers.length;
  return isPart ? `${formatCount(count)}, the first ${shown} are told` : shown;
}

/** How much comes of the parts that were cut: all of it, or as much as is read of one record. */
export function loadWords({ key, value, headers }: LateDropEntry): string {
  const cut = [key, value, ...headers.map(([, of]) => of)].filter((of) => of?.truncated);
  const sizeBytes = cut.reduce((sum, of) => sum + (of?.sizeBytes ?? 0), 0);
  if (sizeBytes > recordBytesMax)
    return `Load the first ${formatBytes(recordBytesMax)} of ${formatBytes(sizeBytes)}`;
  return mayLackHeaders(headers) ? "Load the whole record" : `Load all ${formatBytes(sizeBytes)}`;
}

/** Why the record can't be read now; `undefined`: it can be asked for. */
export function whyNotLoaded({ summary, snapshot }: AppView, freshness: Freshness): string | undefined {
  if (snapshot === null) return "Nothing was heard of the app yet.";
  if (summary.connection.kind !== "live") return "The app can't be reached now.";
  if (freshness.kind === "stale") return "The app tells nothing new now.";
  if (snapshot.capabilities.includes("read-record")) return undefined;
  return "The app can't read one record from its log: newer engines can, unless status.payload-bytes-kept is 0.";
}

/**
 * Whether that is the record that was dropped: a log that was cut or made anew since may have another one at the offset.
 * The sizes tell, and the bytes that were kept.
 */
export function isSameRecord(drop: LateDropEntry, record: LogRecord): boolean {
  return isOf(drop.key, record.key) && isOf(drop.value, record.value);
}

/** Whether no byte was kept of a key or a value that has some, so that nothing but its size could be compared. */
export function comparedBySize({ key, value }: LateDropEntry): boolean {
  return [key, value].some((of) => of !== null && of.sizeBytes > 0 && of.text === "");
}

function isOf(kept: Payload, whole: Payload): boolean {
  if (kept === null || whole === null) return kept === whole;
  if (kept.sizeBytes !== whole.sizeBytes) return false;
  // The first bytes of what is no UTF-8 as a whole may be UTF-8, so texts can't be compared as they are.
  const keptBytes = bytesOf(kept);
  const wholeBytes = firstBytesOf(whole, keptBytes.length);
  if (wholeBytes.length < keptBytes.length && !whole.truncated) return false;
  return wholeBytes.every((byte, at) => byte === keptBytes[at]);
}

/** At most `count` of them: two characters of text are at least one byte in either encoding. */
function firstBytesOf(payload: NonNullable<Payload>, count: number): Uint8Array {
  return bytesOf({ ...payload, text: payload.text.slice(0, 2 * count) }).subarray(0, count);
}

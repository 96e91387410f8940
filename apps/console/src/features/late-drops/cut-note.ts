import type { LateDropEntry, LogRecord } from "@stoatflow/api";
import { formatBytes } from "../../lib/format/bytes.ts";
import { groupDigits } from "../../lib/format/integer.ts";
import { bytesOf } from "../../lib/format/payload.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { partitionName } from "../../live/append-tick.ts";

/**
 * What is held of a payload that was cut, and where the whole of it is; `undefined` for a whole one.
 *
 * @example "The app kept the first 2 KiB of 2.4 MiB (status.payload-bytes-kept); the whole record is in orders-3 at offset 41."
 */
export function cutNote(drop: LateDropEntry, payload: LateDropEntry["value"]): string | undefined {
  if (payload === null || !payload.truncated) return undefined;
  const kept = bytesOf(payload).length;
  const part = kept === 0 ? "kept none" : `kept the first ${formatBytes(kept)}`;
  const place = `${visibleText(partitionName(drop))} at offset ${groupDigits(drop.offset)}`;
  return `The app ${part} of ${formatBytes(payload.sizeBytes)} (its setting status.payload-bytes-kept); the whole record is in ${place}.`;
}

/** Of a part of the whole record: how much of it was told, where that is not all of it. */
export function wholeNote(payload: LogRecord["value"]): string | undefined {
  if (payload === null || !payload.truncated) return undefined;
  const told = formatBytes(bytesOf(payload).length);
  return `These are the first ${told} of ${formatBytes(payload.sizeBytes)}: more of one record is not told.`;
}

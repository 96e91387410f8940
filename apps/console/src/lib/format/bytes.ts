import { formatCount, formatQuantity } from "./integer.ts";
import { unbroken } from "./unbroken.ts";

const units = ["KiB", "MiB", "GiB"] as const;

/**
 * A size in bytes, in whole bytes below 1 KiB and with one decimal above; cut, not rounded up.
 *
 * @example formatBytes(2_516_583) === "2.4\u00a0MiB"
 */
export function formatBytes(sizeBytes: number): string {
  if (sizeBytes < 1024) return formatQuantity(sizeBytes, "byte");
  let size = sizeBytes / 1024;
  let unit = 0;
  for (; size >= 1024 && unit < units.length - 1; unit += 1) size /= 1024;
  const tenths = Math.floor(size * 10);
  const text = formatCount(Math.floor(tenths / 10));
  return unbroken(`${text}${tenths % 10 === 0 ? "" : `.${tenths % 10}`} ${units[unit]}`);
}

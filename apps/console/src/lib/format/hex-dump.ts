/** One line of a dump. */
export interface HexLine {
  /** Where it begins, in hex. */
  readonly offset: string;
  /** Pairs of hex digits. */
  readonly hex: string;
  /** The bytes that are printable ASCII, and dots for the others. */
  readonly ascii: string;
}

const bytesOfLine = 16;

/** How many lines a dump of so many bytes has. */
export function hexLineCount({ length }: Uint8Array): number {
  return Math.ceil(length / bytesOfLine);
}

/**
 * Bytes as people read them who look for one: so many a line.
 *
 * @param first the line with which it begins, from 0. @default 0
 * @param count so many lines at most. @default all
 * @example hexDump(Uint8Array.of(0x61, 0)) // [{ offset: "0000", hex: "61 00", ascii: "a." }]
 */
export function hexDump(bytes: Uint8Array, first = 0, count = Number.POSITIVE_INFINITY): HexLine[] {
  const lines: HexLine[] = [];
  const digits = Math.max(4, (bytes.length - 1).toString(16).length);
  const end = Math.min(bytes.length, (first + count) * bytesOfLine);
  for (let from = first * bytesOfLine; from < end; from += bytesOfLine) {
    const part = [...bytes.subarray(from, from + bytesOfLine)];
    lines.push({
      offset: from.toString(16).padStart(digits, "0"),
      hex: part.map((byte) => byte.toString(16).padStart(2, "0")).join(" "),
      ascii: part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join(""),
    });
  }
  return lines;
}

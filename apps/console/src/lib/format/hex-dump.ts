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

/**
 * Bytes as people read them who look for one: so many a line.
 *
 * @example hexDump(Uint8Array.of(0x61, 0)) // [{ offset: "0000", hex: "61 00", ascii: "a." }]
 */
export function hexDump(bytes: Uint8Array): HexLine[] {
  const lines: HexLine[] = [];
  for (let from = 0; from < bytes.length; from += bytesOfLine) {
    const part = [...bytes.subarray(from, from + bytesOfLine)];
    lines.push({
      offset: from.toString(16).padStart(4, "0"),
      hex: part.map((byte) => byte.toString(16).padStart(2, "0")).join(" "),
      ascii: part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join(""),
    });
  }
  return lines;
}

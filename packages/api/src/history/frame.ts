/** The slabs of one tick as one run of bytes. */
import { ByteReader, ByteWriter } from "./bytes.ts";

export function encodeFrame(slabs: readonly Uint8Array[]): Buffer {
  const writer = new ByteWriter(slabs.reduce((sum, { length }) => sum + length + 4, 4));
  for (const slab of slabs) writer.sized(slab);
  return writer.bytes();
}

/** @throws {RangeError} the bytes are damaged. */
export function decodeFrame(bytes: Uint8Array): Uint8Array[] {
  const reader = new ByteReader(bytes);
  const slabs: Uint8Array[] = [];
  while (!reader.isAtEnd) slabs.push(reader.sized());
  return slabs;
}

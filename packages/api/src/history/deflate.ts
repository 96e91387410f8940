import { promisify } from "node:util";
import { deflateRaw as deflateRawCallback, inflateRaw as inflateRawCallback } from "node:zlib";

/** What one body may hold when it is inflated: far above what is ever written. */
const inflatedBytesMax = 64 * 1024 * 1024;

/** Columns of differences gain little from a closer look. */
const level = 4;

const deflateRaw = promisify<Uint8Array, { level: number }, Buffer>(deflateRawCallback);
const inflateRaw = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRawCallback);

/** On a thread of its own. */
export function deflate(bytes: Uint8Array): Promise<Buffer> {
  return deflateRaw(bytes, { level });
}

/** @throws the bytes are damaged, or inflate to more than anything that is kept. */
export function inflate(bytes: Uint8Array): Promise<Buffer> {
  return inflateRaw(bytes, { maxOutputLength: inflatedBytesMax });
}

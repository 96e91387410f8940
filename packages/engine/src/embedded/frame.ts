/**
 * A frame: a length, a checksum and a body. Everything that the embedded log writes is a row of frames, so that a
 * tail torn by the death of the process is told from whole ones and cut.
 */
import { crc32 } from "node:zlib";

/** Length and checksum, four bytes each. */
export const frameHeaderBytes = 8;

/** Completes the frame at `start` whose body ends at `end`. */
export function sealFrame(target: Buffer, start: number, end: number): void {
  const bodyStart = start + frameHeaderBytes;
  target.writeUInt32LE(end - bodyStart, start);
  target.writeUInt32LE(crc32(target.subarray(bodyStart, end)), start + 4);
}

/** A frame of its own around `body`. */
export function frameOf(body: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(frameHeaderBytes + body.length);
  body.copy(frame, frameHeaderBytes);
  sealFrame(frame, 0, frame.length);
  return frame;
}

/**
 * Calls `each` with the place of every whole frame's body, from the start on.
 *
 * @returns the bytes that whole frames take; what follows is torn.
 */
export function scanFrames(bytes: Buffer, each: (bodyStart: number, bodyEnd: number) => void): number {
  let at = 0;
  while (at + frameHeaderBytes <= bytes.length) {
    const bodyStart = at + frameHeaderBytes;
    const bodyEnd = bodyStart + bytes.readUInt32LE(at);
    if (bodyEnd === bodyStart || bodyEnd > bytes.length) break;
    if (crc32(bytes.subarray(bodyStart, bodyEnd)) !== bytes.readUInt32LE(at + 4)) break;
    each(bodyStart, bodyEnd);
    at = bodyEnd;
  }
  return at;
}

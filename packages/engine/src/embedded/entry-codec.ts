/**
 * How an entry of a partition lies in bytes: a data record, or the marker that ends a transaction.
 *
 * The body of a frame is: flags, offset, timestamp, then what the flags announce, in this order: producer id,
 * length of the key, length of the value, number of headers, key, value, headers. Offsets and timestamps are
 * doubles: exact up to 2^53, further than an embedded log ever grows.
 */
import { type Header, noHeaders } from "../record/headers.ts";
import type { LogRecord, ProducerRecord } from "../record/record.ts";
import type { TopicPartition } from "../record/topic-partition.ts";
import { frameHeaderBytes, sealFrame } from "./frame.ts";

/** What an entry is. `aborted` is known only once its marker came, so it stands in the index and never in bytes. */
export const entryKind = { plain: 0, transactional: 1, commitMarker: 2, abortMarker: 3, aborted: 4 } as const;
export type EntryKind = (typeof entryKind)[keyof typeof entryKind];
export type WrittenKind = Exclude<EntryKind, typeof entryKind.aborted>;

const kindBits = 0b11;
const hasKey = 0b100;
const hasValue = 0b1000;
const hasHeaders = 0b1_0000;

const fixedBytes = 1 + 8 + 8;

/** What is written of a record; topic and partition are the file's. */
export type RecordContent = Pick<ProducerRecord, "timestampMs" | "key" | "value" | "headers">;

/** An upper bound of the bytes that {@link writeRecord} takes. */
export function recordFrameBytesMax(record: RecordContent): number {
  let bytes = frameHeaderBytes + fixedBytes + 4 + 4 + 4 + 2;
  bytes += (record.key?.length ?? 0) + (record.value?.length ?? 0);
  for (const [name, value] of record.headers) {
    bytes += 2 + Buffer.byteLength(name) + 1 + 4 + (value?.length ?? 0);
  }
  return bytes;
}

export const markerFrameBytes = frameHeaderBytes + fixedBytes + 4;

/**
 * Writes one data record as a frame.
 *
 * @param producerId the producer whose open transaction the record joins; without one it is plain.
 * @returns where the frame ends.
 */
export function writeRecord(
  target: Buffer,
  start: number,
  offset: number,
  record: RecordContent,
  producerId: number | undefined,
): number {
  const { key, value, headers } = record;
  const kind = producerId === undefined ? entryKind.plain : entryKind.transactional;
  const flags =
    kind |
    (key === null ? 0 : hasKey) |
    (value === null ? 0 : hasValue) |
    (headers.length === 0 ? 0 : hasHeaders);
  let at = writeFixed(target, start, flags, offset, record.timestampMs);
  if (producerId !== undefined) at = target.writeUInt32LE(producerId, at);
  if (key !== null) at = target.writeUInt32LE(key.length, at);
  if (value !== null) at = target.writeUInt32LE(value.length, at);
  if (headers.length > 0) at = target.writeUInt16LE(headers.length, at);
  if (key !== null) at += key.copy(target, at);
  if (value !== null) at += value.copy(target, at);
  for (const header of headers) at = writeHeader(target, at, header);
  sealFrame(target, start, at);
  return at;
}

/** Writes the marker that ends the producer's transaction. */
export function writeMarker(
  target: Buffer,
  start: number,
  offset: number,
  kind: typeof entryKind.commitMarker | typeof entryKind.abortMarker,
  producerId: number,
): number {
  const at = target.writeUInt32LE(producerId, writeFixed(target, start, kind, offset, 0));
  sealFrame(target, start, at);
  return at;
}

function writeFixed(
  target: Buffer,
  start: number,
  flags: number,
  offset: number,
  timestampMs: number,
): number {
  let at = target.writeUInt8(flags, start + frameHeaderBytes);
  at = target.writeDoubleLE(offset, at);
  return target.writeDoubleLE(timestampMs, at);
}

function writeHeader(target: Buffer, start: number, [name, value]: Header): number {
  let at = target.writeUInt16LE(Buffer.byteLength(name), start);
  at += target.write(name, at);
  at = target.writeUInt8(value === null ? 0 : 1, at);
  if (value === null) return at;
  at = target.writeUInt32LE(value.length, at);
  return at + value.copy(target, at);
}

export function readKind(source: Buffer, bodyStart: number): WrittenKind {
  const bits = source.readUInt8(bodyStart) & kindBits;
  switch (bits) {
    case entryKind.transactional:
    case entryKind.commitMarker:
    case entryKind.abortMarker:
      return bits;
    default:
      return entryKind.plain;
  }
}

export function readOffset(source: Buffer, bodyStart: number): number {
  return source.readDoubleLE(bodyStart + 1);
}

/** The producer of a transactional record or of a marker; a plain record has none. */
export function readProducerId(source: Buffer, bodyStart: number): number {
  return source.readUInt32LE(bodyStart + fixedBytes);
}

/** The record at `bodyStart`. Key and value are views of `source`, whose bytes are never written again. */
export function readRecord(source: Buffer, bodyStart: number, of: TopicPartition): LogRecord {
  const flags = source.readUInt8(bodyStart);
  let at = bodyStart + fixedBytes + ((flags & kindBits) === entryKind.plain ? 0 : 4);
  const keyLength = flags & hasKey ? source.readUInt32LE(at) : undefined;
  if (keyLength !== undefined) at += 4;
  const valueLength = flags & hasValue ? source.readUInt32LE(at) : undefined;
  if (valueLength !== undefined) at += 4;
  const headerCount = flags & hasHeaders ? source.readUInt16LE(at) : 0;
  if (headerCount > 0) at += 2;
  const valueStart = at + (keyLength ?? 0);
  const headersStart = valueStart + (valueLength ?? 0);
  return {
    topic: of.topic,
    partition: of.partition,
    offset: BigInt(readOffset(source, bodyStart)),
    timestampMs: source.readDoubleLE(bodyStart + 9),
    key: keyLength === undefined ? null : source.subarray(at, valueStart),
    value: valueLength === undefined ? null : source.subarray(valueStart, headersStart),
    headers: headerCount === 0 ? noHeaders : readHeaders(source, headersStart, headerCount),
  };
}

function readHeaders(source: Buffer, start: number, count: number): Header[] {
  const headers: Header[] = [];
  let at = start;
  for (let header = 0; header < count; header++) {
    const nameStart = at + 2;
    const nameEnd = nameStart + source.readUInt16LE(at);
    const name = source.toString("utf8", nameStart, nameEnd);
    if (source.readUInt8(nameEnd) === 0) {
      headers.push([name, null]);
      at = nameEnd + 1;
    } else {
      const valueStart = nameEnd + 5;
      at = valueStart + source.readUInt32LE(nameEnd + 1);
      headers.push([name, source.subarray(valueStart, at)]);
    }
  }
  return headers;
}

/**
 * A column of integers, some of which may be absent, as few bytes.
 *
 * Each value is the difference to the present one before it, as a token of 2 or more; token 0 begins a run of absent
 * values and token 1 a run of values like the one before, each with its length. Nothing stands for absence but absence
 * (invariant 15), and any 64-bit integer comes back as it went in (invariant 16).
 */
import { ByteReader, ByteWriter } from "./bytes.ts";
import { type Exact, exact } from "./exact.ts";

export type Column = readonly (Exact | undefined)[];

const absentRun = 0;
const sameRun = 1;

/** Differences below it and their tokens are safe integers. */
const numberDifferenceMax = 2 ** 51;

export function encodeColumn(column: Column): Uint8Array {
  const writer = new ByteWriter(16 + column.length);
  let before: Exact = 0;
  for (let i = 0; i < column.length; ) {
    const value = column[i];
    const isRun = value === undefined || value === before;
    if (!isRun) {
      writer.varint(tokenOf(value, before));
      before = value;
      i += 1;
      continue;
    }
    let end = i + 1;
    while (end < column.length && column[end] === value) end += 1;
    writer.varint(value === undefined ? absentRun : sameRun);
    writer.varint(end - i);
    i = end;
  }
  return writer.bytes();
}

/** @throws {RangeError} these are no bytes of a column with `length` values. */
export function decodeColumn(bytes: Uint8Array, length: number): Column {
  const reader = new ByteReader(bytes);
  const column: (Exact | undefined)[] = [];
  let before: Exact = 0;
  while (column.length < length) {
    const token = reader.varint();
    if (token === absentRun || token === sameRun) {
      const value = token === absentRun ? undefined : before;
      const run = reader.count();
      if (run === 0 || run > length - column.length) throw new RangeError(`a run of ${run} does not fit`);
      for (let i = 0; i < run; i += 1) column.push(value);
    } else {
      before = after(before, token);
      column.push(before);
    }
  }
  if (!reader.isAtEnd) throw new RangeError(`more than ${length} values`);
  return column;
}

function tokenOf(value: Exact, before: Exact): Exact {
  if (typeof value === "number" && typeof before === "number") {
    const difference = value - before;
    if (Math.abs(difference) < numberDifferenceMax)
      return (difference >= 0 ? 2 * difference : -2 * difference - 1) + 1;
  }
  const difference = BigInt(value) - BigInt(before);
  return exact((difference >= 0n ? 2n * difference : -2n * difference - 1n) + 1n);
}

function after(before: Exact, token: Exact): Exact {
  if (typeof token === "number" && typeof before === "number") {
    const value = before + (token % 2 === 1 ? (token - 1) / 2 : -token / 2);
    if (Number.isSafeInteger(value)) return value;
  }
  const zigzag = BigInt(token) - 1n;
  const difference = zigzag % 2n === 0n ? zigzag / 2n : -(zigzag + 1n) / 2n;
  return exact(BigInt(before) + difference);
}

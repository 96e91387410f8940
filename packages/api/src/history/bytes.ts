/** Integers of any size as bytes: seven bits each, the lowest first, the eighth bit says that more follow. */
import { type Exact, exact } from "./exact.ts";

/** What a safe integer takes at most. */
const safeBytes = 8;

export class ByteWriter {
  #buffer: Buffer;
  #length = 0;

  constructor(sizeHint = 256) {
    this.#buffer = Buffer.allocUnsafe(sizeHint);
  }

  /** @param value not negative */
  varint(value: Exact): void {
    if (Number.isSafeInteger(value)) this.#number(Number(value));
    else this.#bigint(BigInt(value));
  }

  /** Its length, then itself. */
  sized(bytes: Uint8Array): void {
    this.varint(bytes.length);
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** What was written, not copied: nothing may be written after it. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #number(value: number): void {
    this.#reserve(safeBytes);
    let rest = value;
    while (rest >= 0x8000_0000) {
      this.#buffer[this.#length++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 128) {
      this.#buffer[this.#length++] = (rest & 127) | 0x80;
      rest >>>= 7;
    }
    this.#buffer[this.#length++] = rest;
  }

  #bigint(value: bigint): void {
    let rest = value;
    while (rest >= 128n) {
      this.#reserve(1);
      this.#buffer[this.#length++] = Number(rest & 127n) | 0x80;
      rest >>= 7n;
    }
    this.#reserve(1);
    this.#buffer[this.#length++] = Number(rest);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + bytes));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/** Seven bytes are 49 bits: what more bytes add may be beyond 2^53. */
const numberBytes = 7;

export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** @throws {RangeError} the bytes end within it. */
  varint(): Exact {
    let value = 0;
    let unit = 1;
    for (let i = 0; i < numberBytes; i += 1) {
      const byte = this.#next();
      value += (byte & 127) * unit;
      if (byte < 128) return value;
      unit *= 128;
    }
    let wide = BigInt(value);
    for (let shift = 49n; ; shift += 7n) {
      const byte = this.#next();
      wide |= BigInt(byte & 127) << shift;
      if (byte < 128) return exact(wide);
    }
  }

  /** A length, a count or a code: always a `number`. @throws {RangeError} */
  count(): number {
    const value = this.varint();
    if (typeof value === "bigint") throw new RangeError(`${value} is no count`);
    return value;
  }

  /** @throws {RangeError} */
  sized(): Uint8Array {
    const length = this.count();
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError(`${length} bytes are not there`);
    const bytes = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  #next(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new RangeError("the bytes end within a number");
    this.#at += 1;
    return byte;
  }
}

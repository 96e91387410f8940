import { StoatFlowError } from "../errors.ts";

/** Bytes from values and back. `null` bytes never reach a serde: the engine passes them through as `null`. */
export interface Serde<T> {
  serialize(value: T): Buffer;
  /** @throws anything, where the bytes are not of this kind: the record is then undecodable. */
  deserialize(bytes: Buffer): T;
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const string: Serde<string> = {
  serialize: (value) => Buffer.from(value, "utf8"),
  deserialize: (bytes) => strictUtf8.decode(bytes),
};

const bytes: Serde<Buffer> = { serialize: (value) => value, deserialize: (value) => value };

const long: Serde<bigint> = {
  serialize: (value) => {
    const out = Buffer.allocUnsafe(8);
    out.writeBigInt64BE(value);
    return out;
  },
  deserialize: (of) => {
    if (of.length !== 8) throw new StoatFlowError("undecodable", `an int64 has 8 bytes, not ${of.length}`);
    return of.readBigInt64BE();
  },
};

const count: Serde<number> = {
  serialize: (value) => long.serialize(BigInt(value)),
  deserialize: (of) => {
    const exact = long.deserialize(of);
    const value = Number(exact);
    if (!Number.isSafeInteger(value)) throw new StoatFlowError("undecodable", `${exact} is beyond 2^53 − 1`);
    return value;
  },
};

/**
 * The serdes that ship with the engine.
 *
 * - `string`: UTF-8, strict. `bytes`: as they are. `long`: int64, big-endian, as a `bigint`.
 * - `count`: the same int64 as a `number`, for counts.
 * - `json`: `JSON.stringify` and `JSON.parse`; integers beyond 2^53 − 1 in the text are rounded by JavaScript, so
 *   carry them as text.
 *
 * @example
 * ```ts
 * const orders = Serdes.json<{ id: string; amount: number }>();
 * orders.deserialize(orders.serialize({ id: "a", amount: 3 })).amount; // 3
 * ```
 */
export const Serdes = {
  string: (): Serde<string> => string,
  bytes: (): Serde<Buffer> => bytes,
  long: (): Serde<bigint> => long,
  count: (): Serde<number> => count,
  json: <T>(): Serde<T> => ({
    serialize: (value) => Buffer.from(JSON.stringify(value), "utf8"),
    deserialize: (of) => JSON.parse(strictUtf8.decode(of)) as T,
  }),
};

/** Keys and values as a scenario writes them, as the log holds them, and as an expectation reads them. */
import type { Serde } from "@stoatflow/engine";
import type { Bytes } from "./scenario-file.ts";

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The bytes of a key or value that is written out. */
export function bytesOf(of: Bytes): Buffer | null {
  if (of === null) return null;
  return typeof of === "string" ? Buffer.from(of) : Buffer.from(of.hex, "hex");
}

/** The bytes of a key or value of a run: `{i}` in a text is the place in the run, `{i%n}` that modulo n. */
export function bytesAt(of: Bytes, place: number): Buffer | null {
  if (typeof of !== "string") return bytesOf(of);
  return Buffer.from(
    of.replaceAll(/\{i(?:%([1-9]\d*))?\}/g, (_, modulo: string | undefined) =>
      String(modulo === undefined ? place : place % Number(modulo)),
    ),
  );
}

/** All bytes that are given as hex anywhere in it. */
export function hexOf(json: unknown): string[] {
  if (typeof json !== "object" || json === null) return [];
  if ("hex" in json && typeof json.hex === "string") return [json.hex];
  return Object.values(json).flatMap(hexOf);
}

/** Shows bytes as an expectation writes them: text, save where they were given as hex or are no text. */
export class ByteReader {
  readonly #givenAsHex: ReadonlySet<string>;

  /** @param givenAsHex what the scenario gives as hex. */
  constructor(givenAsHex: Iterable<string>) {
    this.#givenAsHex = new Set(givenAsHex);
  }

  show(bytes: Buffer | null): string {
    if (bytes === null) return "null";
    const hex = bytes.toString("hex");
    return (this.#givenAsHex.has(hex) ? undefined : textOf(bytes)) ?? `hex:${hex}`;
  }
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A JSON value with the bytes that it was read from, which are written again as they were. */
export class ParsedJson {
  readonly value: unknown;
  readonly bytes: Buffer;

  constructor(value: unknown, bytes: Buffer) {
    this.value = value;
    this.bytes = bytes;
  }
}

/** Text where the bytes are some, else the bytes; what is written of other values is their text or JSON. */
export const anySerde: Serde<unknown> = {
  serialize: (value) => {
    if (Buffer.isBuffer(value)) return value;
    if (value instanceof ParsedJson) return value.bytes;
    return Buffer.from(typeof value === "object" ? JSON.stringify(value) : String(value));
  },
  deserialize: (bytes) => textOf(bytes) ?? bytes,
};

/** As {@link anySerde}; what is no JSON can't be read. */
export const jsonSerde: Serde<unknown> = {
  serialize: anySerde.serialize,
  deserialize: (bytes) => new ParsedJson(JSON.parse(strictUtf8.decode(bytes)), bytes),
};

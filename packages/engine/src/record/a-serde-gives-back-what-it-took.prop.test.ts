import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Serde, Serdes } from "./serde.ts";

const backAndForth = <T>(serde: Serde<T>, value: T): T => serde.deserialize(serde.serialize(value));

describe("a serde gives back what it took", () => {
  it("for int64, exact over the whole range", () => {
    const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(int64, (value) => {
        expect(backAndForth(Serdes.long(), value)).toBe(value);
      }),
    );
    for (const value of [73_314_510_714_175_488n, 9_223_372_036_854_775_807n, -(2n ** 63n), 0n, -1n]) {
      expect(backAndForth(Serdes.long(), value)).toBe(value);
    }
  });

  it("for counts up to 2^53 − 1, in the same eight bytes as int64", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(backAndForth(Serdes.count(), value)).toBe(value === 0 ? 0 : value);
        expect(Serdes.count().serialize(value)).toEqual(Serdes.long().serialize(BigInt(value)));
      }),
    );
  });

  it("for text, byte order marks and characters beyond the basic plane included", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(text, (value) => {
        expect(backAndForth(Serdes.string(), value)).toBe(value);
      }),
    );
    expect(backAndForth(Serdes.string(), "\ufeff😀")).toBe("\ufeff😀");
    expect(backAndForth(Serdes.string(), "")).toBe("");
  });

  it("for JSON", () => {
    const value = { id: "a", list: [1, null, "ä"], nested: { yes: true } };
    expect(backAndForth(Serdes.json<typeof value>(), value)).toEqual(value);
  });

  it("for bytes, the same ones", () => {
    const bytes = Buffer.from([0, 255, 128]);
    expect(backAndForth(Serdes.bytes(), bytes)).toBe(bytes);
  });
});

describe("bytes of another kind are refused", () => {
  it.each<[string, Serde<unknown>, number[]]>([
    ["seven bytes as int64", Serdes.long() as Serde<unknown>, [1, 2, 3, 4, 5, 6, 7]],
    ["nine bytes as a count", Serdes.count() as Serde<unknown>, [0, 0, 0, 0, 0, 0, 0, 0, 1]],
    ["an int64 beyond 2^53 as a count", Serdes.count() as Serde<unknown>, [0, 32, 0, 0, 0, 0, 0, 1]],
    ["no UTF-8 as text", Serdes.string() as Serde<unknown>, [0xff]],
    ["half a character as text", Serdes.string() as Serde<unknown>, [0xe2, 0x82]],
    ["no JSON as JSON", Serdes.json(), [0x7b]],
  ])("%s", (_, serde, bytes) => {
    expect(() => serde.deserialize(Buffer.from(bytes))).toThrow();
  });
});

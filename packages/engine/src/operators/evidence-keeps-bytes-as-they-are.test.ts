import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LogRecord } from "../record/record.ts";
import { lateDrop } from "../wire/index.ts";
import { lateDropOf, movedOf, payloadOf } from "./late-drop.ts";

describe("a payload", () => {
  it("of null is null, and an empty one is not", () => {
    expect(payloadOf(null, 10)).toBeNull();
    expect(payloadOf(Buffer.alloc(0), 10)).toEqual({
      encoding: "utf8",
      text: "",
      sizeBytes: 0,
      truncated: false,
    });
  });

  it("that is UTF-8 is text, byte order mark included", () => {
    expect(payloadOf(Buffer.from("\ufeffäö€😀"), 100)).toMatchObject({
      encoding: "utf8",
      text: "\ufeffäö€😀",
    });
  });

  it("that is not UTF-8 is hex", () => {
    expect(payloadOf(Buffer.from([0x00, 0xff, 0xfe]), 100)).toEqual({
      encoding: "hex",
      text: "00fffe",
      sizeBytes: 3,
      truncated: false,
    });
  });

  it("cut in the middle of a character loses that character alone, and tells its whole size", () => {
    for (const character of ["ä", "€", "😀"]) {
      const whole = Buffer.from(`ab${character}cd`);
      for (let cut = 3; cut < 2 + Buffer.byteLength(character); cut += 1) {
        expect(payloadOf(whole, cut)).toEqual({
          encoding: "utf8",
          text: "ab",
          sizeBytes: whole.length,
          truncated: true,
        });
      }
    }
  });

  it("of binary data stays hex however short it is cut", () => {
    const binary = Buffer.from([0xff, 0xfe, 0xfd, 0xfc, 0xfb]);
    for (const kept of [1, 2, 3, 4]) {
      expect(payloadOf(binary, kept)).toMatchObject({
        encoding: "hex",
        text: binary.subarray(0, kept).toString("hex"),
        truncated: true,
      });
    }
  });

  it("that ends within a character without being cut is hex", () => {
    expect(payloadOf(Buffer.from([0x61, 0xe2, 0x82]), 10)).toMatchObject({ encoding: "hex", text: "61e282" });
  });

  it("of any bytes reads back as its first bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(60), (array, kept) => {
        const bytes = Buffer.from(array);
        const payload = payloadOf(bytes, kept);
        const back = Buffer.from(payload?.text ?? "", payload?.encoding === "hex" ? "hex" : "utf8");
        const lost = Math.min(kept, bytes.length) - back.length;
        expect(bytes.subarray(0, back.length).equals(back)).toBe(true);
        expect(lost).toBeGreaterThanOrEqual(0);
        expect(lost).toBeLessThanOrEqual(payload?.encoding === "utf8" && payload.truncated ? 3 : 0);
        expect(payload?.sizeBytes).toBe(bytes.length);
        expect(payload?.truncated).toBe(bytes.length > kept);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the evidence of a late drop", () => {
  const origin: LogRecord = {
    topic: "orders",
    partition: 3,
    offset: 9_007_199_254_740_993n,
    timestampMs: 1,
    key: Buffer.alloc(0),
    value: null,
    headers: [
      ["trace", Buffer.from("abc")],
      ["trace", null],
      ["empty", Buffer.alloc(0)],
    ],
  };
  const facts = {
    origin,
    timestampMs: 1000,
    watermarkMs: 2500,
    operator: "counts",
    window: { startMs: 0, endMs: 2000 },
    graceMs: 500,
    nowMs: 7000,
    keptWindows: [{ startMs: 1000, endMs: 3000 }],
    moved: movedOf({ kind: "before-start" }),
  };
  const text = (value: string) => ({
    encoding: "utf8",
    text: value,
    sizeBytes: value.length,
    truncated: false,
  });

  it("is exact: offset beyond 2^53, null told from empty, headers in order with repeated names", () => {
    expect(lateDropOf(facts, 100)).toEqual({
      topic: "orders",
      partition: 3,
      offset: "9007199254740993",
      atMs: 7000,
      key: text(""),
      value: null,
      headers: [
        ["trace", text("abc")],
        ["trace", null],
        ["empty", text("")],
      ],
      timestampMs: 1000,
      watermarkMs: 2500,
      latenessMs: 1500,
      operator: "counts",
      window: { startMs: 0, endMs: 2000 },
      graceMs: 500,
      keptWindows: [{ startMs: 1000, endMs: 3000 }],
      movedBy: null,
      movedByMissing: "before-start",
    });
  });

  it("is bounded, and such as the wire takes, however large the record", () => {
    const large = Buffer.alloc(1_000_000, 0xff);
    const headers = Array.from({ length: 300 }, (_, i): [string, Buffer] => [`${i}`.repeat(2000), large]);
    const drop = lateDropOf({ ...facts, origin: { ...origin, key: large, value: large, headers } }, 10_000);
    expect(drop.headers).toHaveLength(100);
    expect(lateDrop.safeParse({ ...drop, id: "1", epoch: 1 }).error).toBeUndefined();
    const bytes = JSON.stringify(drop).length;
    expect(bytes).toBeLessThan(3 * 20_000 + 100 * 1100);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeCommitMetadata, encodeCommitMetadata } from "./commit-metadata.ts";

describe("the metadata of a commit", () => {
  it("reads back as it was written, absent values as absent", () => {
    const time = fc.option(fc.maxSafeInteger(), { nil: undefined });
    const metadata = fc.record({ epoch: fc.maxSafeNat(), highestMs: time, globalWatermarkMs: time });
    fc.assert(
      fc.property(metadata, (of) => {
        expect(decodeCommitMetadata(encodeCommitMetadata(of))).toEqual(of);
      }),
    );
  });

  it("stays far below the 4,096 bytes that a broker takes", () => {
    const largest = Number.MAX_SAFE_INTEGER;
    const text = encodeCommitMetadata({ epoch: largest, highestMs: -largest, globalWatermarkMs: -largest });
    expect(Buffer.byteLength(text)).toBeLessThan(200);
  });

  it.each([
    ["nothing", ""],
    ["a tool's note", "reset by hand"],
    ["JSON that is no object", "[1]"],
    ["null", "null"],
    ["another version", '{"v":2,"epoch":1}'],
    ["no epoch", '{"v":1}'],
    ["a negative epoch", '{"v":1,"epoch":-1}'],
    ["an epoch that is text", '{"v":1,"epoch":"1"}'],
    ["an event time that is no integer", '{"v":1,"epoch":1,"highestMs":1.5}'],
    ["an event time that is not exact", '{"v":1,"epoch":1,"highestMs":9007199254740993}'],
    ["base64 of Kafka Streams", "AgAAAX3mtU0A"],
  ])("that holds %s is not ours", (_, text) => {
    expect(decodeCommitMetadata(text)).toBeUndefined();
  });

  it("that holds any text never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(() => decodeCommitMetadata(text)).not.toThrow();
      }),
    );
  });
});

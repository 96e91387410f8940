import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partitionForKey } from "../record/murmur2.ts";
import type { LogRecord } from "../record/record.ts";
import { changelogTopic, decodeChangelogRow, encodeChangelogRow } from "./changelog.ts";

const topic = changelogTopic("app", "counts");
const asRead = (written: ReturnType<typeof encodeChangelogRow>): LogRecord => ({ ...written, offset: 0n });

describe("a changelog row", () => {
  it("reads back as it was written, empty keys and windows below zero included", () => {
    const safe = fc.maxSafeInteger();
    const rows = fc.record({
      windowStartMs: safe,
      key: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      entry: fc.option(fc.record({ count: fc.maxSafeNat(), timestampMs: safe }), { nil: undefined }),
    });
    fc.assert(
      fc.property(rows, (row) => {
        expect(decodeChangelogRow("window", asRead(encodeChangelogRow(topic, 16, row, 1000)))).toEqual(row);
      }),
    );
  });

  it("of a store without windows has the record's key for its own", () => {
    const row = { windowStartMs: undefined, key: Buffer.from("k"), entry: { count: 3, timestampMs: -1 } };
    const written = encodeChangelogRow(topic, 16, row, 1000);
    expect(written.key).toEqual(row.key);
    expect(decodeChangelogRow("key-value", asRead(written))).toEqual(row);
  });

  it("lies in the partition of the record's key, whatever its window, stamped by the wall clock", () => {
    const key = Buffer.from("customer-7");
    for (const windowStartMs of [0, 60_000, -60_000]) {
      const row = { windowStartMs, key, entry: { count: 1, timestampMs: 9_000_000_000_000 } };
      const written = encodeChangelogRow(topic, 16, row, 1234);
      expect(written).toMatchObject({ topic: "app-counts-changelog", timestampMs: 1234 });
      expect(written.partition).toBe(partitionForKey(key, 16));
    }
  });

  it("of a closed window is a tombstone", () => {
    const row = { windowStartMs: 0, key: Buffer.from("k"), entry: undefined };
    expect(encodeChangelogRow(topic, 16, row, 0).value).toBeNull();
  });

  it.each([
    ["no key", null, Buffer.alloc(16)],
    ["a key too short for a window", Buffer.alloc(7), Buffer.alloc(16)],
    ["a value of another length", Buffer.alloc(9), Buffer.alloc(15)],
    ["an empty value", Buffer.alloc(9), Buffer.alloc(0)],
  ])("of another kind, with %s, is none", (_, key, value) => {
    const record = { topic, partition: 0, offset: 0n, timestampMs: 0, key, value, headers: [] };
    expect(decodeChangelogRow("window", record)).toBeUndefined();
  });
});

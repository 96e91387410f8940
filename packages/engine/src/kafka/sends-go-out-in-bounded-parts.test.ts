import { expect, test } from "vitest";
import type { ProducerRecord } from "../record/record.ts";
import { sendParts, timestampText } from "./send-parts.ts";

function record(value: string, more: Partial<ProducerRecord> = {}): ProducerRecord {
  return {
    topic: "t",
    partition: 0,
    timestampMs: 5,
    key: null,
    value: Buffer.from(value),
    headers: [],
    ...more,
  };
}

const sizes = (records: readonly ProducerRecord[]) =>
  [...sendParts(records)].map((part) => part.reduce((sum, { messages }) => sum + messages.length, 0));

test("nothing to send is no request", () => {
  expect([...sendParts([])]).toEqual([]);
});

test("a partition gets 500 records a request at most, several partitions more together", () => {
  expect(sizes(Array.from({ length: 1200 }, () => record("x")))).toEqual([500, 500, 200]);
  expect(sizes(Array.from({ length: 1200 }, (_, i) => record("x", { partition: i % 3 })))).toEqual([1200]);
  expect(sizes(Array.from({ length: 1200 }, (_, i) => record("x", { topic: `t${i % 3}` })))).toEqual([1200]);
});

test("a batch stays under the megabyte that a broker takes, and a request under four", () => {
  const big = "x".repeat(400_000);
  expect(sizes(Array.from({ length: 5 }, () => record(big)))).toEqual([2, 2, 1]);
  expect(sizes(Array.from({ length: 20 }, (_, i) => record(big, { partition: i })))).toEqual([9, 9, 2]);
});

test("a record above the limit goes alone", () => {
  expect(sizes([record("x"), record("x".repeat(2_000_000)), record("x")])).toEqual([1, 1, 1]);
  expect(sizes([record("x".repeat(6_000_000)), record("x")])).toEqual([1, 1]);
});

test("the order of each partition is kept over the parts", () => {
  const records = Array.from({ length: 1700 }, (_, i) => record(String(i), { partition: i % 2 }));
  const sent = [...sendParts(records)].flatMap((part) => part.flatMap(({ messages }) => messages));
  for (const partition of [0, 1]) {
    const values = sent
      .filter((message) => message.partition === partition)
      .map(({ value }) => String(value));
    expect(values).toEqual(
      records.filter((each) => each.partition === partition).map(({ value }) => String(value)),
    );
  }
});

test("timestamps are decimal text of equal length, so that their order as text is their order", () => {
  const stamps = [0, 7, 999, 1000, 1_790_000_000_000, Number.MAX_SAFE_INTEGER];
  const texts = stamps.map(timestampText);
  expect(new Set(texts.map((text) => text.length)).size).toBe(1);
  expect([...texts].sort()).toEqual(texts);
  expect(texts.map(Number)).toEqual(stamps);
  expect(BigInt(timestampText(-5))).toBe(-5n);
});

test("repeated header names stay together in their order, and names of every kind are sent", () => {
  const [part] = [
    ...sendParts([
      record("x", {
        headers: [
          ["a", Buffer.from("1")],
          ["__proto__", Buffer.from("p")],
          ["a", Buffer.from("2")],
          ["a", null],
        ],
      }),
    ]),
  ];
  const headers = part?.[0]?.messages[0]?.headers;
  expect(Object.keys(headers ?? {})).toEqual(["a", "__proto__"]);
  expect(headers?.["a"]).toEqual([Buffer.from("1"), Buffer.from("2"), Buffer.alloc(0)]);
});

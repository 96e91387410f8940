import type { LateDrop } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { lateDropOf } from "../testing/bodies.ts";
import { type LateDropFilter, lateDropFilter } from "../wire/index.ts";
import { matcherOf } from "./matches.ts";

const utf8 = (text: string) => ({
  encoding: "utf8" as const,
  text,
  sizeBytes: text.length,
  truncated: false,
});
const hex = (text: string) => ({
  encoding: "hex" as const,
  text,
  sizeBytes: text.length / 2,
  truncated: false,
});

const drop: LateDrop = {
  ...lateDropOf(1),
  operator: "orders-per-minute",
  topic: "orders",
  partition: 3,
  key: utf8("North-7"),
  value: utf8('{"customer":"Ångström"}'),
  headers: [
    ["Trace-Id", utf8("abc123")],
    ["raw", hex("00ff")],
    ["empty", null],
  ],
  latenessMs: 80_000,
  atMs: 1000,
};

test.each<[LateDropFilter, boolean]>([
  [{}, true],
  [{ operator: "orders-per-minute" }, true],
  [{ operator: "orders-per" }, false],
  [{ topic: "orders" }, true],
  [{ topic: "order" }, false],
  [{ partition: 3 }, true],
  [{ partition: 0 }, false],
  [{ topic: "orders", partition: 3 }, true],
  [{ topic: "payments", partition: 3 }, false],
  [{ keyPrefix: "North" }, true],
  [{ keyPrefix: "north" }, false],
  [{ keyPrefix: "orth" }, false],
  [{ latenessMinMs: 80_000 }, true],
  [{ latenessMinMs: 80_001 }, false],
  [{ latenessMaxMs: 80_000 }, true],
  [{ latenessMaxMs: 79_999 }, false],
  [{ fromMs: 1000 }, true],
  [{ fromMs: 1001 }, false],
  [{ untilMs: 1001 }, true],
  [{ untilMs: 1000 }, false],
  [{ text: "north-7" }, true],
  [{ text: "ÅNGSTRÖM" }, true],
  [{ text: "trace-id" }, true],
  [{ text: "ABC123" }, true],
  [{ text: "00FF" }, true],
  [{ text: "nowhere" }, false],
  [{ operator: "orders-per-minute", text: "nowhere" }, false],
])("%j: %s", (filter, taken) => {
  expect(matcherOf(lateDropFilter.parse(filter))(drop)).toBe(taken);
});

test("a record without a key has no prefix, and one without a value is searched all the same", () => {
  const bare = { ...drop, key: null, value: null };
  expect(matcherOf({ keyPrefix: "N" })(bare)).toBe(false);
  expect(matcherOf({ text: "trace" })(bare)).toBe(true);
  expect(matcherOf({ text: "north" })(bare)).toBe(false);
});

test.each<[object, string]>([
  [{ latenessMinMs: 2, latenessMaxMs: 1 }, "latenessMinMs"],
  [{ fromMs: 2, untilMs: 2 }, "fromMs"],
  [{ partition: -1 }, "partition"],
  [{ text: "" }, "text"],
  [{ operater: "a" }, ""],
])("a filter that can't be meant is refused: %j", (filter, field) => {
  const { success, error } = lateDropFilter.safeParse(filter);
  expect(success).toBe(false);
  expect(error?.issues[0]?.path.join(".")).toBe(field);
});

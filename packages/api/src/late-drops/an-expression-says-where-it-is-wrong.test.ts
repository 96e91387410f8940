import type { LateDrop, Payload } from "@stoatflow/engine/wire";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lateDropOf } from "../testing/bodies.ts";
import { expressionFault, expressionLengthMax, expressionVariables } from "../wire/index.ts";
import { BadExpression, compileExpression } from "./expression.ts";
import { recordOf } from "./expression-record.ts";

function faultIn(text: string) {
  try {
    compileExpression(text);
  } catch (thrown) {
    if (thrown instanceof BadExpression) return expressionFault.parse(thrown.fault);
    throw thrown;
  }
  return undefined;
}

describe("before any record is looked at", () => {
  it.each([
    ["latenessMs >", 12, 1, 13, /^Unexpected token/],
    ["topic == 'orders' &&\n  latenesMs > 5", 23, 2, 3, /^Unknown variable: latenesMs/],
    ["latenessMs > 'five'", 0, 1, 1, /^no such overload: int > string/],
    ["topic.contains(1)", 0, 1, 1, /no matching overload/],
    ["true && (1 + 'a') == 2", 9, 1, 10, /^no such overload/],
    ["'abc", 0, 1, 1, /^Unterminated string/],
    ["latenessMs", 0, 1, 1, /^must be true or false, and is int/],
    ["value.items.map(i, i)[0] == 1", 0, 1, 1, /^there is no map\(\) here; there are all, /],
    ["[value + value].exists(a, a == 'x')", 1, 1, 2, /^exists\(\) can't go over what is put together/],
    ["(".repeat(30), 24, 1, 25, /maxDepth/],
  ])("%s is refused at its place", (text, offset, line, column, message) => {
    const fault = faultIn(text);
    expect(fault).toMatchObject({ offset, line, column });
    expect(fault?.message).toMatch(message);
  });

  it("whatever is given has a place within it", () => {
    const word = fc.constantFrom(
      ...Object.keys(expressionVariables),
      "(",
      ")",
      "&&",
      "'",
      "\n",
      "1",
      ".",
      "[",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(word).map((words) => words.join(" ")),
    );
    fc.assert(
      fc.property(text, (given) => {
        const fault = faultIn(given);
        if (fault === undefined) return;
        expect(fault.offset).toBeLessThanOrEqual(fault.endOffset);
        expect(fault.endOffset).toBeLessThanOrEqual(given.length);
        const lines = given.split("\n");
        expect(fault.column - 1).toBeLessThanOrEqual(lines[fault.line - 1]?.length ?? -1);
      }),
      { numRuns: 1000 },
    );
  });

  it("the longest that is taken is parsed in no time", () => {
    const long = `topic == "${"x".repeat(expressionLengthMax - 11)}"`;
    expect(long).toHaveLength(expressionLengthMax);
    expect(faultIn(long)).toBeUndefined();
  });
});

describe("a record is seen", () => {
  const json = JSON.stringify({ id: 1, amount: 99.5, tags: ["a", "b"], note: null, open: true });
  const drop: LateDrop = {
    ...lateDropOf(7, json.replace('"id":1', '"id":9007199254740993')),
    headers: [
      ["trace", { encoding: "utf8", text: "t1", sizeBytes: 2, truncated: false }],
      ["empty", null],
    ],
  };
  const isTrue = (text: string, of: Partial<LateDrop> = {}) => {
    const expression = compileExpression(text);
    return expression.isTrueOf(recordOf({ ...drop, ...of }, expression.uses));
  };

  it.each([
    "value.id == 9007199254740993",
    "value.id != 9007199254740992",
    "value.amount > 99 && value.amount < 100",
    'value.tags.exists(t, t == "b") && "a" in value.tags && size(value.tags) == 2',
    "value.note == null && value.open",
    "has(value.note) && !has(value.missing)",
    'key == "north" && key.startsWith("no") && key.matches("^n.*h$")',
    'headers.trace == "t1" && headers["trace"] == "t1" && !("empty" in headers)',
    'topic == "orders" && partition == 1 && offset == 9007199254740993 && operator == "orders-per-minute"',
    "latenessMs == 80000 && watermarkMs - timestampMs == latenessMs && graceMs == 10000 && keptWindows == 0",
    "windowEndMs - windowStartMs == 60000 && windowEndMs + graceMs <= watermarkMs && atMs > windowEndMs",
    'valueText.contains("amount")',
  ])("%s is true", (text) => {
    expect(isTrue(text)).toBe(true);
  });

  it("text that is no JSON is text, what is absent is null, and no digits within a text are a number", () => {
    const payload = (text: string): Payload => ({
      encoding: "utf8",
      text,
      sizeBytes: text.length,
      truncated: false,
    });
    expect(isTrue('value == "order 7"', { value: payload("order 7") })).toBe(true);
    expect(isTrue("value == null && key == null", { value: null, key: null })).toBe(true);
    expect(isTrue('value == "null"', { value: payload('"null"') })).toBe(true);
    const text =
      '{"a":"\\u006e9007199254740993","n9007199254740993":-9007199254740995,"b":9007199254740993e2}';
    expect(isTrue('value.a == "n9007199254740993"', { value: payload(text) })).toBe(true);
    expect(isTrue("value.n9007199254740993 == -9007199254740995", { value: payload(text) })).toBe(true);
    expect(isTrue("value.b > 9.0e17", { value: payload(text) })).toBe(true);
  });

  it.each(["2.5", "2.00", "2e0", "0.2E+1", "1.9999999999999999999"])(
    "a number that is written %s is a double, whatever its value",
    (price) => {
      const text = `{"price":${price},"of":["2.00",{"count":2}]}`;
      const value: Payload = { encoding: "utf8", text, sizeBytes: text.length, truncated: false };
      expect(isTrue("value.price * 1.5 >= 3.0", { value })).toBe(true);
      expect(isTrue("value.price >= 2 && value.price < 3", { value })).toBe(true);
      expect(isTrue('value.of[1].count * 2 == 4 && value.of[0] == "2.00"', { value })).toBe(true);
      expect(() => isTrue("value.of[1].count * 1.5 >= 3.0", { value })).toThrow(/no such overload/);
    },
  );

  it.each([
    "value.missing == 1",
    'value.amount.contains("9")',
    "value.note > 1",
    "headers.other == 'x'",
    "value",
  ])("%s can't be told, and is no false", (text) => {
    expect(() => isTrue(text)).toThrow();
  });

  it("nothing but the record can be reached", () => {
    for (const name of ["constructor", "__proto__", "toString", "prototype"])
      expect(() => isTrue(`value.${name} == 1`)).toThrow(/No such key/);
    expect(faultIn("globalThis == 1")?.message).toMatch(/Unknown variable/);
    expect(faultIn("process.exit() == 1")?.message).toMatch(/there is no exit\(\) here/);
  });
});

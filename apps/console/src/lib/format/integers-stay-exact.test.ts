import { expect, test } from "vitest";
import { layOutJson } from "./exact-json.ts";
import { groupDigits } from "./integer.ts";

test.each([
  ["0", "0"],
  ["999", "999"],
  ["1000", "1,000"],
  ["9007199254740993", "9,007,199,254,740,993"],
  ["9223372036854775807", "9,223,372,036,854,775,807"],
  ["-1234", "−1,234"],
  ["not a number", "not a number"],
])("%s is grouped as %s", (text, grouped) => {
  expect(groupDigits(text)).toBe(grouped);
});

test("laid out JSON keeps integers, escapes, repeated keys and their order to the letter", () => {
  const text = String.raw`{"b":9007199254740993,"2":1.10e+2,"a":"\u00e9 {,:}\"","b":[],"deep":{"x":[1,{"y":null}]},"e":{}}`;
  expect(layOutJson(text)).toBe(
    [
      "{",
      '  "b": 9007199254740993,',
      '  "2": 1.10e+2,',
      String.raw`  "a": "\u00e9 {,:}\"",`,
      '  "b": [],',
      '  "deep": {',
      '    "x": [',
      "      1,",
      "      {",
      '        "y": null',
      "      }",
      "    ]",
      "  },",
      '  "e": {}',
      "}",
    ].join("\n"),
  );
});

test("nothing but white space differs between JSON and its layout", () => {
  const text = '{"a" : [ 1 ,2, {"b":"x  y"} ] }';
  expect(layOutJson(text)?.replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
  expect(layOutJson(text)).toContain('"x  y"');
});

test.each(["12", '"text"', "null", "{broken", "[1,]", "", "plain"])("%s is no JSON to lay out", (text) => {
  expect(layOutJson(text)).toBeUndefined();
});

test("JSON too deep to read is left as it is", () => {
  expect(layOutJson("[".repeat(100) + "]".repeat(100))).toBeUndefined();
});

import { expect, test } from "vitest";
import { formatBytes } from "./bytes.ts";
import { type JsonNode, readJson } from "./exact-json.ts";
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

/** The text again, without white space between its parts. */
function written(node: JsonNode): string {
  if (node.kind === "array") return `[${node.items.map(written).join(",")}]`;
  if (node.kind === "object")
    return `{${node.members.map(({ name, value }) => `${name}:${written(value)}`).join(",")}}`;
  return node.raw;
}

test("JSON that was read keeps integers, escapes, repeated keys and their order to the letter", () => {
  const text = String.raw`{"b":9007199254740993,"2":1.10e+2,"a":"\u00e9 {,:}\"","b":[],"deep":{"x":[1,{"y":null}]},"e":{}}`;
  const node = readJson(text);
  expect(node && written(node)).toBe(text);
  expect(node).toMatchObject({
    kind: "object",
    members: [
      { name: '"b"', value: { kind: "number", raw: "9007199254740993" } },
      { name: '"2"', value: { kind: "number", raw: "1.10e+2" } },
      { name: '"a"', value: { kind: "string" } },
      { name: '"b"', value: { kind: "array", items: [] } },
      { name: '"deep"', value: { members: [{ value: { items: [{ raw: "1" }, {}] } }] } },
      { name: '"e"', value: { kind: "object", members: [] } },
    ],
  });
});

test("nothing but the white space between its parts is lost of JSON", () => {
  const node = readJson('{"a" : [ 1 ,2, {"b":"x  y"} , true ] }\n');
  expect(node && written(node)).toBe('{"a":[1,2,{"b":"x  y"},true]}');
});

test.each(["12", '"text"', "null", "{broken", "[1,]", "", "plain"])("%s is no object or array", (text) => {
  expect(readJson(text)).toBeUndefined();
});

test("JSON too deep to read is left as it is", () => {
  expect(readJson("[".repeat(100) + "]".repeat(100))).toBeUndefined();
  expect(readJson("[".repeat(64) + "]".repeat(64))).toBeDefined();
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [1023, "1,023 bytes"],
  [1024, "1 KiB"],
  [2_516_583, "2.4 MiB"],
  [1024 * 1024 - 1, "1,023.9 KiB"],
])("%d bytes are told as %s", (size, text) => {
  expect(formatBytes(size)).toBe(text.replaceAll(" ", "\u00a0"));
});

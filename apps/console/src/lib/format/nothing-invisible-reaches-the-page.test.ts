import { expect, test } from "vitest";
import { hexDump } from "./hex-dump.ts";
import { bytesOf, previewPayload, readPayload } from "./payload.ts";
import { visibleParts, visibleText } from "./visible-text.ts";

const utf8 = (text: string) =>
  ({ encoding: "utf8", text, sizeBytes: Buffer.byteLength(text), truncated: false }) as const;
const hex = { encoding: "hex", text: "00ff10", sizeBytes: 3, truncated: false } as const;

test("characters that hide or reorder are written out", () => {
  expect(visibleText("a\u202eb\u0000c\u200bd\u00a0e")).toBe(String.raw`a\u202eb\u0000c\u200bd\u00a0e`);
  expect(visibleText("tab\tline\nreturn\r")).toBe(String.raw`tab\tline\nreturn\r`);
  expect(visibleText("\u{e0041}\ud800")).toBe(String.raw`\u{e0041}\ud800`);
  expect(visibleText("\u0600\ufff9")).toBe(String.raw`\u0600\ufff9`);
  expect(visibleText("plain text, Größe, 東京")).toBe("plain text, Größe, 東京");
});

test("a block keeps its lines, and a character that was written out is told from a text that spells it", () => {
  expect(visibleParts(`one\ntwo\u2028${String.raw`\u2028`}`)).toEqual([
    { kind: "as-it-is", text: "one\ntwo" },
    { kind: "written-out", text: String.raw`\u2028` },
    { kind: "as-it-is", text: String.raw`\u2028` },
  ]);
  expect(visibleParts("plain")).toEqual([{ kind: "as-it-is", text: "plain" }]);
  expect(visibleParts("\u200b")).toEqual([{ kind: "written-out", text: String.raw`\u200b` }]);
});

test("no bytes, zero bytes, the text null, the text of two quotes and an empty object are five things", () => {
  const five = [null, utf8(""), utf8("null"), utf8('""'), utf8("{}")];
  expect(five.map((payload) => readPayload(payload).kind)).toEqual(["null", "empty", "text", "text", "json"]);
  const lines = five.map(previewPayload);
  expect(lines).toEqual([
    { kind: "null", text: "null" },
    { kind: "empty", text: '""' },
    { kind: "text", text: '"null"' },
    { kind: "text", text: String.raw`"\"\""` },
    { kind: "json", text: "{}" },
  ]);
  expect(new Set(lines.map(({ text }) => text)).size).toBe(5);
});

test("bytes that are no text are shown as bytes, and what was cut is no JSON", () => {
  expect(readPayload(hex)).toEqual({ kind: "binary" });
  expect(previewPayload(hex)).toEqual({ kind: "binary", text: "0x00ff10" });
  expect(readPayload({ ...utf8("[1]"), sizeBytes: 120_000, truncated: true })).toEqual({
    kind: "text",
    text: "[1]",
  });
});

test("a dump has every byte that is held, of text as of bytes", () => {
  expect([...bytesOf(hex)]).toEqual([0, 255, 16]);
  const every = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
  expect(Buffer.from(bytesOf({ ...hex, text: every.toString("hex"), sizeBytes: 256 }))).toEqual(every);
  expect(hexDump(bytesOf(utf8("héllo wörld, 0123456789")))).toEqual([
    { offset: "0000", hex: "68 c3 a9 6c 6c 6f 20 77 c3 b6 72 6c 64 2c 20 30", ascii: "h..llo w..rld, 0" },
    { offset: "0010", hex: "31 32 33 34 35 36 37 38 39", ascii: "123456789" },
  ]);
  expect(hexDump(new Uint8Array())).toEqual([]);
});

test("one line of a payload is short and on one line", () => {
  expect(previewPayload(utf8("a\nb")).text).toBe(String.raw`"a\nb"`);
  expect(previewPayload(utf8("x".repeat(500))).text).toHaveLength(83);
});

test("a text that spells a hidden character is not shown as one", () => {
  expect(previewPayload(utf8("\u202e")).text).toBe(String.raw`"\u202e"`);
  expect(previewPayload(utf8(String.raw`\u202e`)).text).toBe(String.raw`"\\u202e"`);
});

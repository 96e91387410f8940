import { expect, test } from "vitest";
import { previewPayload, showPayload } from "./payload.ts";
import { visibleBlock, visibleText } from "./visible-text.ts";

const utf8 = (text: string) =>
  ({ encoding: "utf8", text, sizeBytes: Buffer.byteLength(text), truncated: false }) as const;

test("characters that hide or reorder are written out", () => {
  expect(visibleText("a\u202eb\u0000c\u200bd\u00a0e")).toBe(String.raw`a\u202eb\u0000c\u200bd\u00a0e`);
  expect(visibleText("tab\tline\nreturn\r")).toBe(String.raw`tab\tline\nreturn\r`);
  expect(visibleText("\u{e0041}\ud800")).toBe(String.raw`\u{e0041}\ud800`);
  expect(visibleText("\u0600\ufff9")).toBe(String.raw`\u0600\ufff9`);
  expect(visibleText("plain text, Größe, 東京")).toBe("plain text, Größe, 東京");
});

test("a block keeps its lines", () => {
  expect(visibleBlock("one\ntwo\u2028three")).toBe("one\ntwo\\u2028three");
});

test("no bytes, zero bytes and the text null are three things", () => {
  expect(showPayload(null)).toEqual({ kind: "null" });
  expect(showPayload(utf8(""))).toEqual({ kind: "empty" });
  expect(showPayload(utf8("null"))).toEqual({ kind: "text", text: "null", note: undefined });
});

test("JSON is laid out exactly, hex in pairs, and a cut payload says so", () => {
  expect(showPayload(utf8('{"id":9007199254740993}'))).toMatchObject({
    kind: "json",
    text: '{\n  "id": 9007199254740993\n}',
  });
  expect(showPayload({ encoding: "hex", text: "00ff10", sizeBytes: 3, truncated: false })).toMatchObject({
    kind: "hex",
    text: "00 ff 10",
  });
  expect(showPayload({ encoding: "utf8", text: '{"half', sizeBytes: 120_000, truncated: true })).toEqual({
    kind: "text",
    text: '{"half',
    note: "cut; the whole is 120,000 bytes",
  });
});

test("one line of a payload is short and on one line", () => {
  expect(previewPayload(utf8("a\nb"))).toBe(String.raw`a\nb`);
  expect(previewPayload(utf8("x".repeat(500)))).toHaveLength(81);
});

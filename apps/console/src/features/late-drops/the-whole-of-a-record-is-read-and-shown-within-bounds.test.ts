import type { AppView, LateDropEntry, LogRecord } from "@stoatflow/api";
import { expect, test } from "vitest";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { hexDump, hexLineCount } from "../../lib/format/hex-dump.ts";
import { wholeNote } from "./cut-note.ts";
import { textParts } from "./text-parts.ts";
import {
  comparedBySize,
  firstCut,
  headersWords,
  isSameRecord,
  loadWords,
  whyNotLoaded,
} from "./whole-record.ts";

type Payload = LateDropEntry["value"];

function utf8(text: string, sizeBytes = text.length): Payload {
  return { encoding: "utf8", text, sizeBytes, truncated: sizeBytes > text.length };
}

function hex(text: string, sizeBytes = text.length / 2): Payload {
  return { encoding: "hex", text, sizeBytes, truncated: sizeBytes > text.length / 2 };
}

function dropOf(key: Payload, value: Payload, headers: LateDropEntry["headers"] = []): LateDropEntry {
  const kept: Partial<LateDropEntry> = { topic: "orders", partition: 3, offset: "41", key, value, headers };
  return kept as LateDropEntry;
}

function headersOf(count: number): LateDropEntry["headers"] {
  return Array.from({ length: count }, (_, i) => [`h${i}`, null]);
}

function recordOf(key: Payload, value: Payload): LogRecord {
  const record: Partial<LogRecord> = { key, value, headers: [] };
  return record as LogRecord;
}

test.each<[string, LateDropEntry, ReturnType<typeof firstCut>]>([
  ["nothing", dropOf(utf8("k"), null), undefined],
  ["the key", dropOf(utf8("k", 9), utf8("v", 9)), "key"],
  ["the value", dropOf(null, utf8("v", 9), [["h", utf8("", 2)]]), "value"],
  [
    "a header",
    dropOf(null, utf8("v"), [
      ["h", null],
      ["h", utf8("", 2)],
    ]),
    "headers",
  ],
  ["the list of headers", dropOf(utf8("k"), utf8("v"), headersOf(100)), "headers"],
  ["none of fewer headers", dropOf(utf8("k"), utf8("v"), headersOf(99)), undefined],
])("where %s was cut, the way to the whole stands there", (_, drop, part) => {
  expect(firstCut(drop)).toBe(part);
});

test("the button says how much comes, and what of a record is more than is read at once", () => {
  expect(plainSpaces(loadWords(dropOf(utf8("k"), utf8("v", 120_000))))).toBe("Load all 117.1 KiB");
  expect(plainSpaces(loadWords(dropOf(null, utf8("v", 2_516_583))))).toBe("Load the first 1 MiB of 2.4 MiB");
  expect(loadWords(dropOf(null, utf8("v", 9), headersOf(100)))).toBe("Load the whole record");
});

test("as many headers as are kept at most are not told to be all", () => {
  expect(headersWords(dropOf(null, null, headersOf(100)), undefined)).toBe(
    "the first 100, there may be more",
  );
  expect(headersWords(dropOf(null, null, headersOf(99)), undefined)).toBe("99");
  expect(headersWords(dropOf(null, null), undefined)).toBe("none");
  const whole = { ...recordOf(null, null), headers: headersOf(1000), headerCount: 1200 };
  expect(headersWords(dropOf(null, null, headersOf(100)), whole)).toBe("1,200, the first 1,000 are told");
  const all = { ...whole, headers: headersOf(100), headerCount: 100 };
  expect(headersWords(dropOf(null, null, headersOf(100)), all)).toBe("100");
});

test.each<[string, Payload, Payload, boolean]>([
  ["the same from its beginning", utf8("ab", 4), utf8("abcd"), true],
  ["another text of that size", utf8("ab", 4), utf8("axcd"), false],
  ["the same bytes and more", utf8("ab", 4), utf8("abcde"), false],
  ["none at all", utf8("ab", 4), null, false],
  ["some where there were none", null, utf8(""), false],
  ["none as there were none", null, null, true],
  ["the same, no text as a whole", utf8("ab", 4), hex("6162ff00"), true],
  ["another of that size, no text as a whole", utf8("ab", 4), hex("6163ff00"), false],
  ["the same from its beginning, which is no text", hex("ff00", 4), hex("ff000102"), true],
  ["another from its beginning, which is no text", hex("ff00", 4), hex("ff010102"), false],
  ["text where it was none", hex("ff00", 4), utf8("abcd"), false],
  ["of that size, of which nothing was kept", utf8("", 4), utf8("abcd"), true],
])("a record whose value is %s is told from another at the same offset", (_, kept, whole, isSame) => {
  expect(isSameRecord(dropOf(utf8("k"), kept), recordOf(utf8("k"), whole))).toBe(isSame);
});

test("where no byte was kept of what is there, only the sizes were compared, and that is told", () => {
  const kept = (value: Payload, headers?: LateDropEntry["headers"]) => dropOf(utf8("k"), value, headers);
  expect(comparedBySize(kept(utf8("", 4)))).toBe(true);
  expect(comparedBySize(kept(utf8("a", 4)))).toBe(false);
  expect(comparedBySize(kept(utf8("")))).toBe(false);
  expect(comparedBySize(kept(null))).toBe(false);
});

test("a record that is told in part begins as what was kept of it does", () => {
  const told = { encoding: "utf8", text: "abc", sizeBytes: 9, truncated: true } as const;
  expect(isSameRecord(dropOf(null, utf8("ab", 9)), recordOf(null, told))).toBe(true);
  expect(plainSpaces(wholeNote(told) ?? "")).toBe(
    "These are the first 3 bytes of 9 bytes: more of one record is not told.",
  );
  expect(wholeNote({ ...told, truncated: false })).toBeUndefined();
});

test("a record that can't be asked for now says why", () => {
  const fresh = { kind: "fresh", ageMs: 0 } as const;
  const viewOf = (kind: string, capabilities: readonly string[]): AppView => {
    const view: unknown = { summary: { connection: { kind } }, snapshot: { capabilities } };
    return view as AppView;
  };
  const able = viewOf("live", ["read-record"]);
  expect(whyNotLoaded(able, fresh)).toBeUndefined();
  const unheard: unknown = { summary: { connection: { kind: "connecting" } }, snapshot: null };
  expect(whyNotLoaded(unheard as AppView, fresh)).toContain("Nothing was heard");
  expect(whyNotLoaded(viewOf("unreachable", ["read-record"]), fresh)).toContain("can't be reached");
  expect(whyNotLoaded(able, { kind: "stale", ageMs: 9000 })).toContain("nothing new");
  expect(whyNotLoaded(viewOf("live", ["pause"]), fresh)).toContain(
    "newer engines can, unless status.payload-bytes-kept is 0",
  );
});

test("a long text comes in parts that make it up, and no character is parted", () => {
  const text = `${"a".repeat(2999)}\u{1f600}${"b".repeat(250_000)}`;
  const shown = (more: number) => textParts(text, more);
  expect(shown(0)).toMatchObject({ shown: 2999, next: 100_000 });
  const { parts, next } = shown(3);
  expect(next).toBe(0);
  expect(parts.map((part) => part.text).join("")).toBe(text);
  expect(parts[1]?.text.startsWith("\u{1f600}")).toBe(true);
  expect(textParts("", 0)).toEqual({ parts: [], shown: 0, next: 0 });
  // Each character that is written out is an element of its own: a part has so many and no more.
  const hidden = "\u0001a".repeat(50_000);
  expect(textParts(hidden, 0)).toMatchObject({ shown: 3000, next: 9999 });
  expect(
    textParts(hidden, 20)
      .parts.map((part) => part.text)
      .join(""),
  ).toBe(hidden);
});

test("a dump is made a part at a time, and its lines stand below each other however many there are", () => {
  const bytes = new Uint8Array(70_000).map((_, i) => i % 256);
  expect(hexLineCount(bytes)).toBe(4375);
  const whole = hexDump(bytes);
  expect([...hexDump(bytes, 0, 32), ...hexDump(bytes, 32, 10_000)]).toEqual(whole);
  expect(new Set(whole.map(({ offset }) => offset.length))).toEqual(new Set([5]));
});

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const src = path.join(import.meta.dirname, "../..");

/** What makes words of a time by a zone or a form of its own. */
const byItself = /\bIntl\.DateTimeFormat\b|\.toLocale(Date|Time)?String\(|\.get(UTC)?Hours\(/;

/** Where the preference is made. */
const makers = ["lib/format/times.ts", "lib/format/time-preference.ts", "ui/times-provider.tsx"];

test("no page makes words of a time but by the one preference", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test.") && !makers.includes(file));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => byItself.test(readFileSync(path.join(src, file), "utf8")))).toEqual([]);
});

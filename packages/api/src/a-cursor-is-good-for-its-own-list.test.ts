import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { entryOfCursor, pageCursor } from "./page-cursor.ts";

const list = ["late-drops", "orders", { operator: "a" }];

test("a cursor gives back where its page ended, and shows nothing of it", () => {
  const cursor = pageCursor(list, "boot1-17");
  expect(cursor).not.toContain("boot1");
  expect(entryOfCursor(list, cursor)).toBe("boot1-17");
});

test.each<[string, readonly unknown[], string]>([
  ["of another filter", ["late-drops", "orders", { operator: "b" }], pageCursor(list, "boot1-17")],
  ["of another app", ["late-drops", "payments", { operator: "a" }], pageCursor(list, "boot1-17")],
  ["of another list", ["violations", "orders"], pageCursor(list, "boot1-17")],
  ["with another end of the page", list, pageCursor(list, "boot1-17").replace(/.{4}$/, "OCJd")],
  ["that is cut", list, pageCursor(list, "boot1-17").slice(0, -4)],
  ["that is made up", list, "boot1-17"],
  ["that is JSON of another shape", list, Buffer.from('{"a":1}').toString("base64url")],
  ["that is empty", list, ""],
])("a cursor %s is refused by name", (_, asked, cursor) => {
  expect(() => entryOfCursor(asked, cursor)).toThrow(ApiError);
  expect(() => entryOfCursor(asked, cursor)).toThrow(/^before: ".*" is (no cursor|a cursor of another)/);
});

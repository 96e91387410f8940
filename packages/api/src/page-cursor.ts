/**
 * The cursors that a caller is given for the next page. They are opaque, and checked when they come back: one that was
 * made for another list, another app or another filter, or is no longer as it was given, is refused, where it would
 * silently skip what only the other one had shown.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { ApiError } from "./api-error.ts";
import { oneLine } from "./one-line.ts";

const cursorShape = z.tuple([z.string(), z.string().min(1).max(200)]);

/**
 * @param list names what is paged: the list, the app, the filter.
 * @param entry where the page ended, in the words of the list's own source.
 */
export function pageCursor(list: readonly unknown[], entry: string): string {
  return Buffer.from(JSON.stringify([fingerprintOf(list, entry), entry])).toString("base64url");
}

/** What `pageCursor` was made from. @throws {ApiError} `unknown-cursor` */
export function entryOfCursor(list: readonly unknown[], cursor: string): string {
  const parsed = cursorShape.safeParse(decoded(cursor));
  if (parsed.success && parsed.data[0] === fingerprintOf(list, parsed.data[1])) return parsed.data[1];
  const why = parsed.success ? "is a cursor of another list or filter" : "is no cursor";
  throw new ApiError("unknown-cursor", `before: "${oneLine(cursor, 100)}" ${why}; leave it out`);
}

/**
 * A page from a source that has cursors of its own, which leave as cursors of `list` and come back as such.
 *
 * @param before as the caller gives it.
 * @param read gives the page behind an entry, in the source's own words; `undefined`: the first one.
 * @throws {ApiError} `unknown-cursor`
 */
export async function pageOf<Page extends { readonly nextBefore: string | null }>(
  list: readonly unknown[],
  before: string | undefined,
  read: (entry: string | undefined) => Promise<Page>,
): Promise<Page> {
  const page = await read(before === undefined ? undefined : entryOfCursor(list, before));
  return { ...page, nextBefore: page.nextBefore === null ? null : pageCursor(list, page.nextBefore) };
}

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}

function fingerprintOf(list: readonly unknown[], entry: string): string {
  return createHash("sha256")
    .update(JSON.stringify([list, entry]))
    .digest("base64url")
    .slice(0, 12);
}

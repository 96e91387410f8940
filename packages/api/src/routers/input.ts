import { z } from "zod";

export const appId = z.string().min(1).max(64);

/** For procedures that are asked for nothing: callers may leave the input out, or give an empty object. */
export const nothing = z.union([z.void(), z.strictObject({})], "is not asked for; leave the input out");

/** A page of a list, newest first. */
export const pageInput = z.strictObject({
  appId,
  limit: z.int().min(1).max(200).default(50),
  /** `nextBefore` of the page before. */
  before: z.string().max(300).optional(),
});

/** Which page of a ring is asked for: `?after=&limit=`, read strictly so that a slip is never an empty page. */
import { z } from "zod";

const pageLimitMax = 500;
const limitRule = `must be an integer from 1 to ${pageLimitMax}`;
const afterRule = 'must be an id as decimal text: the "next" of the page before, or 0 for the oldest';

export const pageQuery = z.strictObject({
  /** Entries with a greater id are asked for. @default "0", from the oldest that is kept */
  after: z
    .string(afterRule)
    .regex(/^\d{1,19}$/, afterRule)
    .default("0")
    .transform((text) => BigInt(text)),
  /** @default "100" */
  limit: z
    .string(limitRule)
    .regex(/^[1-9]\d{0,2}$/, limitRule)
    .default("100")
    .transform(Number)
    .refine((limit) => limit <= pageLimitMax, limitRule),
});

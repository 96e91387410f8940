import { z } from "zod";

/**
 * Bytes of a key, a value or a header as text that JSON can carry: UTF-8 where it is valid, else hex. `text` holds
 * the first bytes only; `sizeBytes` is the whole. `null` where there is none, which is not an empty one.
 */
export const payload = z
  .object({
    encoding: z.enum(["utf8", "hex"]),
    text: z.string().max(20_000),
    sizeBytes: z.int().min(0),
    truncated: z.boolean(),
  })
  .nullable();
export type Payload = z.infer<typeof payload>;

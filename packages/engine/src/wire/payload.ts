import { z } from "zod";

/**
 * Bytes of a key, a value or a header as text that JSON can carry: UTF-8 where it is valid, else hex. `text` holds
 * the first bytes only; `sizeBytes` is the whole. `null` where there is none, which is not an empty one.
 *
 * @param bytesMax so many of the bytes at most, each of which is two digits where it is told as hex.
 */
export function payloadUpTo(bytesMax: number) {
  return z
    .object({
      encoding: z.enum(["utf8", "hex"]),
      text: z.string().max(2 * bytesMax),
      sizeBytes: z.int().min(0),
      truncated: z.boolean(),
    })
    .nullable();
}

/** What a late drop keeps of each. */
export const payload = payloadUpTo(10_000);
export type Payload = z.infer<typeof payload>;

import { z } from "zod";

/** A moment that a caller gives. What is no such number, such as a date in words, is refused with its unit. */
export function epochMs() {
  return z.int({
    error: ({ code }) =>
      code === "invalid_type" ? "must be whole milliseconds since 1970, e.g. 1790000000000" : undefined,
  });
}

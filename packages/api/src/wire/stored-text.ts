import { z } from "zod";

/**
 * Text from a caller that is stored: what is read back is what was given, in every database. A NUL ends a text in some of
 * them, so that what stands behind it would be lost, and half a surrogate pair is replaced.
 */
export function storedText(charactersMax: number) {
  return z
    .string()
    .min(1, "is empty; write at least one character that is no space")
    .max(charactersMax, `has more than ${charactersMax} characters`)
    .regex(/^[^\0\p{Cs}]*$/u, "must hold no NUL and no half of a surrogate pair");
}

/** The same of what somebody typed: spaces around it are not part of it. */
export function givenText(charactersMax: number) {
  return z.string().trim().pipe(storedText(charactersMax));
}

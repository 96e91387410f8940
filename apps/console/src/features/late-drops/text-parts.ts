import { endOfWrittenOut } from "../../lib/format/visible-text.ts";

/** What of a long text stands there at first. */
const firstChars = 3000;

/** How much more comes at once: as much as a browser lays out without a pause. */
const charsAtOnce = 100_000;

/** Where so many of them have to be written out, a part ends before. */
const writtenOutAtOnce = 5000;

/** A text as far as it is shown. */
export interface TextParts {
  readonly parts: readonly { readonly from: number; readonly text: string }[];
  /** How many characters that is. */
  readonly shown: number;
  /** How many come next; 0 where all is shown. */
  readonly next: number;
}

/**
 * The beginning of a text and `more` further parts of it. A character of two units is never parted, since either half
 * would be shown as a broken one.
 *
 * @example textParts("ab", 0) // { parts: [{ from: 0, text: "ab" }], shown: 2, next: 0 }
 */
export function textParts(text: string, more: number): TextParts {
  const parts: { from: number; text: string }[] = [];
  let from = 0;
  for (let part = 0; part <= more && from < text.length; part += 1) {
    const to = endOfPart(text, from, part === 0 ? firstChars : charsAtOnce);
    parts.push({ from, text: text.slice(from, to) });
    from = to;
  }
  return { parts, shown: from, next: endOfPart(text, from, charsAtOnce) - from };
}

function endOfPart(text: string, from: number, chars: number): number {
  const last = text.charCodeAt(from + chars - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  const part = text.slice(from, from + (isHalf ? chars - 1 : chars));
  return from + endOfWrittenOut(part, writtenOutAtOnce);
}

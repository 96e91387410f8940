/**
 * Characters that a browser would swallow, or that look like another or reorder what stands around them: controls,
 * separators of lines, zero-width and bidirectional marks, lone surrogates, tags, every space but the plain one.
 */
const invisible = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;
const invisibleInBlock = /(?![ \n])[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function spellOut(character: string): string {
  const named = short[character];
  if (named !== undefined) return named;
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/**
 * Text with every invisible or reordering character written out, for one line of a table.
 *
 * @example visibleText("a\u202eb") === "a\\u202eb"
 */
export function visibleText(text: string): string {
  return text.replace(invisible, spellOut);
}

/** A part of a text: as it is, or one character that was written out and has to be told from the same letters in the text. */
export interface TextPart {
  readonly kind: "as-it-is" | "written-out";
  readonly text: string;
}

/** A block of text in its parts; a line break stays one. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(invisibleInBlock)) {
    if (index > from) parts.push({ kind: "as-it-is", text: text.slice(from, index) });
    parts.push({ kind: "written-out", text: spellOut(character) });
    from = index + character.length;
  }
  if (from < text.length) parts.push({ kind: "as-it-is", text: text.slice(from) });
  return parts;
}

/** Where the first `count` characters of a block that are written out end: each is an element of its own on a page. */
export function endOfWrittenOut(text: string, count: number): number {
  let seen = 0;
  for (const { 0: character, index } of text.matchAll(invisibleInBlock)) {
    seen += 1;
    if (seen === count) return index + character.length;
  }
  return text.length;
}

/**
 * The examples of the repository, where readers find them: blocks of `ts` code on pages, and what follows an
 * `@example` in a docstring. There a fenced block counts where there is one; without a fence all of the text is code.
 */
export interface Example {
  readonly kind: "page" | "docstring";
  /** The file it stands in, by its path from the root of the repository. */
  readonly file: string;
  /** The line of that file on which the code begins, from 1. */
  readonly line: number;
  readonly code: string;
  readonly language: "ts" | "tsx";
}

interface Line {
  readonly number: number;
  readonly text: string;
}

export function examplesOfPage(file: string, text: string): Example[] {
  return fenced(numbered(text)).map((block) => ({ kind: "page", file, ...block }));
}

export function examplesOfSource(file: string, text: string): Example[] {
  return docstrings(text)
    .flatMap(examplesOfDocstring)
    .map((block) => ({ kind: "docstring", file, ...block }));
}

type Block = Pick<Example, "line" | "code" | "language">;

function examplesOfDocstring(lines: readonly Line[]): Block[] {
  return taggedParts(lines, "@example").flatMap((part) => {
    if (part.some(({ text }) => text.startsWith("```"))) return fenced(part);
    const first = part.find(({ text }) => text.trim() !== "");
    if (first === undefined) return [];
    return [{ line: first.number, code: codeOf(part.slice(part.indexOf(first))).trimEnd(), language: "ts" }];
  });
}

/** The blocks between fences whose language is TypeScript. */
function fenced(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  let open: { readonly language: string; readonly lines: Line[] } | undefined;
  for (const line of lines) {
    const fence = /^\s*```(.*)$/.exec(line.text);
    if (fence === null) {
      open?.lines.push(line);
      continue;
    }
    if (open === undefined) {
      open = { language: fence[1]?.trim() ?? "", lines: [] };
      continue;
    }
    const [first] = open.lines;
    const language = languageOf(open.language);
    if (first !== undefined && language !== undefined) {
      blocks.push({ line: first.number, code: codeOf(open.lines), language });
    }
    open = undefined;
  }
  return blocks;
}

function languageOf(name: string): Example["language"] | undefined {
  if (name === "ts" || name === "typescript") return "ts";
  return name === "tsx" ? "tsx" : undefined;
}

/** The lines of each docstring, without the comment's own marks. */
function docstrings(text: string): Line[][] {
  const found: Line[][] = [];
  let open: Line[] | undefined;
  for (const line of numbered(text)) {
    if (open === undefined && /^\s*\/\*\*(?!\/)/.test(line.text)) open = [];
    if (open === undefined) continue;
    const bare = line.text.replace(/\s*\*\/.*$/, "").replace(/^\s*(?:\/\*\*|\*) ?/, "");
    open.push({ number: line.number, text: bare });
    if (!line.text.includes("*/")) continue;
    found.push(open);
    open = undefined;
  }
  return found;
}

/** What follows each `tag` up to the next tag; a line of fenced code is never a tag. */
function taggedParts(lines: readonly Line[], tag: string): Line[][] {
  const parts: Line[][] = [];
  let part: Line[] | undefined;
  let inFence = false;
  for (const { number, text } of lines) {
    if (text.startsWith("```")) inFence = !inFence;
    if (!inFence && /^@\w/.test(text)) {
      part = text.startsWith(tag) ? [{ number, text: text.slice(tag.length).trimStart() }] : undefined;
      if (part !== undefined) parts.push(part);
      continue;
    }
    part?.push({ number, text });
  }
  return parts;
}

function numbered(text: string): Line[] {
  return text.split("\n").map((line, index) => ({ number: index + 1, text: line }));
}

function codeOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join("\n");
}

/**
 * What a text may hold at most to be parsed as YAML: bounds that a list of apps does not come near, and that keep the
 * parser from holding up, or ending, the process (invariant 17). Its time grows with the square of what stands in one
 * list, and what is nested too deep exhausts the stack. Pure, and one pass over the text.
 */
import { Lexer } from "yaml";

/** The most bytes of a configuration file. 200 apps with all their labels are far less. */
export const yamlBytesMax = 1024 * 1024;

/** The most names, values, signs, spaces and line ends: 200 apps with all instances and labels have some 55,000. */
const yamlTokensMax = 60_000;

/** The deepest nesting; a list of apps has five levels. */
const yamlDepthMax = 32;

/** The most values that are named to be repeated by an alias, and the most aliases: each of 200 apps has some. */
const yamlAnchorsMax = 200;
export const yamlAliasesMax = 2000;

/** Where one app less is the way out. */
const leaveSome = "leave some apps to another console";

/** What the lexer says of what follows; it is not in the text. */
const marks: ReadonlySet<string> = new Set(["\u0002", "\u0018", "\u001f", "\ufeff"]);

/** What of the text is beyond its bound, and the way out; `undefined`: nothing is. */
export function yamlExcess(text: string): string | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes > yamlBytesMax) return tooLarge(bytes);
  const depth = new Depth();
  let tokens = 0;
  let anchors = 0;
  let aliases = 0;
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    if (token.startsWith("&")) anchors += 1;
    if (token.startsWith("*")) aliases += 1;
    if (depth.after(token) > yamlDepthMax) {
      return `is nested deeper than ${yamlDepthMax} levels, of which a list of apps has five; look for a bracket that is not closed, or several names before one value`;
    }
    if (tokens > yamlTokensMax) return `has more than ${yamlTokensMax} names, values and signs; ${leaveSome}`;
    if (anchors > yamlAnchorsMax) return `names more than ${yamlAnchorsMax} values by "&"; use fewer`;
    if (aliases > yamlAliasesMax) return `repeats values more than ${yamlAliasesMax} times by "*"; use fewer`;
  }
  return undefined;
}

/** Of a file of so many bytes. */
export function tooLarge(bytes: number): string {
  return `has ${bytes} bytes, more than ${yamlBytesMax}; ${leaveSome}`;
}

/**
 * How deep a text is nested where it stands: by brackets, outside of those by the columns in which things begin, and by
 * the names in front of one value (`a: b: c`), which the parser goes down by as well, wrong as they are.
 */
class Depth {
  readonly #columns: number[] = [];
  #open = 0;
  #names = 0;
  #column = 0;
  /** The next thing may begin a level: it is the first of its line, or stands behind `-` or `?`. */
  #begins = true;

  after(token: string): number {
    if (marks.has(token)) return this.#depth();
    const isSpace = /^[ \t]*$/.test(token) || token.startsWith("#");
    const isEnd = /^\r?\n/.test(token);
    if (this.#open === 0 && this.#begins && !isSpace && !isEnd) this.#begin();
    if (token === "[" || token === "{") this.#open += 1;
    else if (token === "]" || token === "}") this.#open = Math.max(0, this.#open - 1);
    if (token === ":") this.#names += 1;
    else if (/^[,[\]{}]$/.test(token) || (isEnd && this.#open === 0)) this.#names = 0;
    const lastEnd = token.lastIndexOf("\n");
    this.#column = lastEnd === -1 ? this.#column + token.length : token.length - lastEnd - 1;
    this.#begins = lastEnd !== -1 || token === "-" || token === "?" || (isSpace && this.#begins);
    return this.#depth();
  }

  #begin(): void {
    while ((this.#columns.at(-1) ?? -1) >= this.#column) this.#columns.pop();
    this.#columns.push(this.#column);
  }

  #depth(): number {
    return this.#columns.length + this.#open + this.#names;
  }
}

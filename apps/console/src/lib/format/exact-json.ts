/**
 * Reads JSON text for showing without making values of it: numbers, escapes, repeated keys and the order of keys stay
 * as they were sent. A parser, even one that keeps numbers exact, drops the second of two equal keys and moves keys
 * that look like integers to the front.
 */

/** A value of JSON, each part of it as it is spelt in the text. */
export type JsonNode =
  | { readonly kind: "object"; readonly members: readonly JsonMember[] }
  | { readonly kind: "array"; readonly items: readonly JsonNode[] }
  | { readonly kind: "string" | "number" | "word"; readonly raw: string };

/** A name may stand twice in one object, so members are a list. */
export interface JsonMember {
  /** With its quotes. */
  readonly name: string;
  readonly value: JsonNode;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;
const depthMax = 64;

/**
 * The nodes of JSON text that is an object or an array; `undefined` for any other text, and for what is nested too
 * deeply to be read at all.
 *
 * @example
 * ```ts
 * readJson('{"id":9007199254740993}');
 * // { kind: "object", members: [{ name: '"id"', value: { kind: "number", raw: "9007199254740993" } }] }
 * ```
 */
export function readJson(text: string): JsonNode | undefined {
  return isJsonContainer(text) ? new TokenReader(text.match(token) ?? []).node(0) : undefined;
}

/** The text is known to be JSON, so a token is never a wrong one. */
class TokenReader {
  readonly #tokens: readonly string[];
  #next = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  node(depth: number): JsonNode | undefined {
    const first = this.#take();
    if (first === "{" || first === "[") {
      if (depth === depthMax) return undefined;
      return first === "{" ? this.#object(depth) : this.#array(depth);
    }
    if (first.startsWith('"')) return { kind: "string", raw: first };
    return { kind: /^[-\d]/.test(first) ? "number" : "word", raw: first };
  }

  #object(depth: number): JsonNode | undefined {
    const members: JsonMember[] = [];
    while (this.#goesOn("}")) {
      const name = this.#take();
      this.#take();
      const value = this.node(depth + 1);
      if (value === undefined) return undefined;
      members.push({ name, value });
    }
    return { kind: "object", members };
  }

  #array(depth: number): JsonNode | undefined {
    const items: JsonNode[] = [];
    while (this.#goesOn("]")) {
      const item = this.node(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return { kind: "array", items };
  }

  /** Takes the end, or the comma in front of what comes next. */
  #goesOn(end: "}" | "]"): boolean {
    const next = this.#tokens[this.#next];
    if (next === end || next === ",") this.#next += 1;
    return next !== end && next !== undefined;
  }

  #take(): string {
    this.#next += 1;
    return this.#tokens[this.#next - 1] ?? "";
  }
}

function isJsonContainer(text: string): boolean {
  const first = text.trimStart()[0];
  if (first !== "{" && first !== "[") return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

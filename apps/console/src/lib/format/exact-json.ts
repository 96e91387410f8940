/**
 * Lays out JSON text for reading without making values of it: numbers, escapes, repeated keys and the order of keys
 * stay as they were sent. A parser, even one that keeps numbers exact, drops the second of two equal keys and moves
 * keys that look like integers to the front.
 */

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;
const maxDepth = 64;

/**
 * The text with one member a line, or `undefined` where it is not a JSON object or array, or is nested too deeply to
 * be read at all.
 *
 * @example layOutJson('{"id":9007199254740993}') === '{\n  "id": 9007199254740993\n}'
 */
export function layOutJson(text: string): string | undefined {
  if (!isJsonContainer(text)) return undefined;
  const tokens = text.match(token) ?? [];
  let out = "";
  let depth = 0;
  for (const [index, part] of tokens.entries()) {
    const next = tokens[index + 1];
    if (part === "{" || part === "[") {
      if (next === "}" || next === "]") {
        out += part;
        continue;
      }
      depth += 1;
      if (depth > maxDepth) return undefined;
      out += `${part}\n${"  ".repeat(depth)}`;
    } else if (part === "}" || part === "]") {
      const previous = tokens[index - 1];
      if (previous === "{" || previous === "[") {
        out += part;
        continue;
      }
      depth -= 1;
      out += `\n${"  ".repeat(depth)}${part}`;
    } else if (part === ",") out += `,\n${"  ".repeat(depth)}`;
    else if (part === ":") out += ": ";
    else out += part;
  }
  return out;
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

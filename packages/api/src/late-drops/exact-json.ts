/**
 * JSON as an expression sees it: whole numbers are exact however large, and all others are doubles.
 *
 * @throws {SyntaxError} where it is none.
 * @example
 * ```ts
 * exactJson('{"id":9007199254740993,"price":0.5}'); // { id: 9007199254740993n, price: 0.5 }
 * ```
 */
export function exactJson(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  // Digits that a number holds exactly need no second look.
  if (!/\d{16}/.test(text)) return withIntegers(parsed, undefined);
  const mark = markNotIn(JSON.stringify(parsed));
  const marked = text.replace(tokens, (token) => (isLongInteger(token) ? `"${mark}${token}"` : token));
  return withIntegers(JSON.parse(marked), mark);
}

/** Texts as well, so that no digit within one is taken for a number. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function isLongInteger(token: string): boolean {
  return /^-?\d{16,}$/.test(token);
}

function markNotIn(text: string): string {
  let mark = "n";
  while (text.includes(mark)) mark += "n";
  return mark;
}

/** Changes what it is given: it was parsed for this. */
function withIntegers(value: unknown, mark: string | undefined): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === "string")
    return mark !== undefined && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value;
  if (Array.isArray(value)) for (const [i, item] of value.entries()) value[i] = withIntegers(item, mark);
  else if (isRecord(value))
    for (const name of Object.keys(value)) value[name] = withIntegers(value[name], mark);
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

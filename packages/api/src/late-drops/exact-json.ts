/**
 * JSON as an expression sees it: a number of digits alone is an integer, exact however large, and one with a point or an
 * exponent is a double, whatever its value: so a field has one type in all records that write it alike.
 *
 * @throws {SyntaxError} where it is none.
 * @example
 * ```ts
 * exactJson('{"id":9007199254740993,"price":2.00}'); // { id: 9007199254740993n, price: 2 }
 * ```
 */
export function exactJson(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  if (!isToldByTokensAlone.test(text)) return withIntegers(parsed, undefined);
  const mark = markNotIn(JSON.stringify(parsed));
  const marked = text.replace(tokens, (token) => (isInteger(token) ? `"${mark}${token}"` : token));
  return withIntegers(JSON.parse(marked), mark);
}

/**
 * Whether a number was written as an integer can't be told by its value where that is not exact, or may be whole for a
 * double: with an exponent, or a fraction that begins with 0 or 9. Below 16 digits no other fraction is rounded away.
 */
const isToldByTokensAlone = /\d{16}|\d\.[09]|\d[eE]/;

/** Texts as well, so that no digit within one is taken for a number. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function isInteger(token: string): boolean {
  return /^-?\d+$/.test(token);
}

function markNotIn(text: string): string {
  let mark = "n";
  while (text.includes(mark)) mark += "n";
  return mark;
}

/**
 * Changes what it is given: it was parsed for this.
 *
 * @param mark what integers are marked by; `undefined`: each is told by its value
 */
function withIntegers(value: unknown, mark: string | undefined): unknown {
  if (typeof value === "number")
    return mark === undefined && Number.isSafeInteger(value) ? BigInt(value) : value;
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

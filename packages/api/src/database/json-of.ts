/** The value of a column of JSON; `undefined` where it is none, so that one bad row hides no other. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

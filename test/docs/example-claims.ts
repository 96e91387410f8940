/**
 * What examples claim, in the two ways in which they do: `murmur2(bytes); // -790332482`, the value in full on the
 * line or below it, and on a line of its own `formatGap(0) === "0 ms"`. A comment that is prose claims nothing.
 */
export interface Claim {
  readonly code: string;
  readonly found: unknown;
  readonly claimed: unknown;
}

const literal = String.raw`-?\d[\d_.]*n?|true|false|undefined|"[^"\n…]*"|[[{][^\n…]*[\]}]`;
const claimedBelow = new RegExp(`^(?!const |import )(\\S.*);\\s*// (${literal})$`, "gm");
const claimedOnOneLine = /^(\S.*) === (.*)$/;

/** The code of an example as a module whose `claims` is a list of {@link Claim}; `undefined` where it claims nothing. */
export function claimsModule(code: string): string | undefined {
  const oneLine = code.replace(claimedOnOneLine, claim);
  const module = oneLine === code ? code.replaceAll(claimedBelow, claim) : oneLine;
  return module === code ? undefined : `export const claims = [];\n${module}`;
}

function claim(_: string, expression: string, value: string): string {
  return `claims.push({ code: ${JSON.stringify(expression)}, found: ${expression}, claimed: ${value} });`;
}

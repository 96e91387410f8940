/** The functions and predicates that cases name, over keys and values of any type. */

export interface Named {
  readonly fn?: string | undefined;
  readonly pred?: string | undefined;
  readonly of?: "key" | "value" | undefined;
  readonly arg?: unknown;
  readonly sep?: string | undefined;
  readonly index?: number | undefined;
  readonly name?: string | undefined;
}

type Function = (of: unknown, named: Named) => unknown;

/** Of one value; each gives null for null. */
const ofOne: Readonly<Record<string, Function>> = {
  upper: (of) => String(of).toUpperCase(),
  length: (of) => String(of).length,
  prefix: (of, { arg }) => `${arg}${of}`,
  part: (of, { sep = "", index = 0 }) => String(of).split(sep)[index] || null,
  field: (of, { name = "" }) => (of as Record<string, unknown>)[name] ?? null,
  add: (of, { arg }) => whole(of) + whole(arg),
  mul: (of, { arg }) => whole(of) * whole(arg),
  nullIf: (of, { arg }) => (same(of, arg) ? null : of),
  toString: (of: unknown) => String(of),
};

/** False for null. */
const tests: Readonly<Record<string, (of: unknown, arg: unknown) => boolean>> = {
  eq: same,
  ne: (of, arg) => !same(of, arg),
  gt: (of, arg) => whole(of) > whole(arg),
  lt: (of, arg) => whole(of) < whole(arg),
  even: (of) => whole(of) % 2n === 0n,
  startsWith: (of, arg) => String(of).startsWith(String(arg)),
};

export function apply(named: Named, key: unknown, value: unknown): unknown {
  switch (named.fn) {
    case "key":
      return key;
    case "value":
      return value;
    case "const":
      return named.arg;
    case "concatKV":
      return `${key}${named.sep ?? ""}${value}`;
  }
  const of = named.of === "key" ? key : value;
  if (of === null) return null;
  return known(ofOne, named.fn)(of, named);
}

export function holds(named: Named, key: unknown, value: unknown): boolean {
  const of = named.of === "key" ? key : value;
  switch (named.pred) {
    case "always":
      return true;
    case "never":
      return false;
    case "isNull":
      return of === null;
    case "notNull":
      return of !== null;
  }
  return of !== null && known(tests, named.pred)(of, named.arg);
}

function known<T>(table: Readonly<Record<string, T>>, name: string | undefined): T {
  const found = name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
  if (found === undefined) throw new Error(`the runner does not know the function ${name}`);
  return found;
}

function whole(of: unknown): bigint {
  return BigInt(of as bigint | number | string);
}

function same(a: unknown, b: unknown): boolean {
  return String(a) === String(b);
}

/** Which keys lead where. Pure: what a key does depends on the one before it alone. */

export interface Place {
  readonly key: string;
  readonly word: string;
  /** Its folder below the address of an app; `undefined`: it is of no app. */
  readonly part: string | undefined;
}

export const places: readonly Place[] = [
  { key: "a", word: "All apps", part: undefined },
  { key: "o", word: "Overview", part: "" },
  { key: "p", word: "Partitions", part: "/partitions" },
  { key: "l", word: "Late drops", part: "/late-drops" },
  { key: "v", word: "Violations", part: "/violations" },
  { key: "n", word: "Lanes", part: "/lanes" },
  { key: "u", word: "Audit", part: "/audit" },
];

/** How long after `g` a place may be named. */
export const goWithinMs = 2000;

export type KeyState = { readonly kind: "idle" } | { readonly kind: "going"; readonly sinceMs: number };

export type Command =
  | { readonly kind: "none" }
  | { readonly kind: "help" }
  | { readonly kind: "go"; readonly place: Place };

export const idle: KeyState = { kind: "idle" };
const none: Command = { kind: "none" };

/**
 * What a key does after the ones before it.
 *
 * @example press({ kind: "going", sinceMs: 0 }, "p", 500).command // to the partitions
 */
export function press(
  state: KeyState,
  key: string,
  nowMs: number,
): { readonly state: KeyState; readonly command: Command } {
  const isGoing = state.kind === "going" && nowMs - state.sinceMs <= goWithinMs;
  const place = isGoing ? places.find((each) => each.key === key) : undefined;
  if (place !== undefined) return { state: idle, command: { kind: "go", place } };
  if (key === "?") return { state: idle, command: { kind: "help" } };
  return { state: key === "g" ? { kind: "going", sinceMs: nowMs } : idle, command: none };
}

/**
 * The address of a place as seen from a page; `undefined` where that page is of no app and the place is.
 *
 * @example addressOf("/lanes", "/apps/orders/partitions") === "/apps/orders/lanes"
 */
export function addressOf(part: string | undefined, pathname: string): string | undefined {
  if (part === undefined) return "/";
  const home = /^\/apps\/[^/]+/.exec(pathname)?.[0];
  return home === undefined ? undefined : home + part;
}

/** A cookie, so that who has no use for keys is rid of them for good. */
export const keysCookie = "stoatflow-keys";

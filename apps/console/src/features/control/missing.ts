/** What a dialog was given so far. */
export interface Filled {
  readonly actor: string;
  readonly reason: string;
  /** What was typed for each name that has to be. */
  readonly typed: readonly string[];
}

/**
 * What has to be given before an action can be asked for, in words; empty: nothing. `names`: of the environments that are to
 * be typed.
 *
 * @example missingIn({ actor: "ana", reason: " ", typed: [] }, []) // ["the reason"]
 */
export function missingIn({ actor, reason, typed }: Filled, names: readonly string[]): readonly string[] {
  return [
    ...(actor.trim() === "" ? ["your name"] : []),
    ...(reason.trim() === "" ? ["the reason"] : []),
    ...names.filter((name, i) => typed[i]?.trim() !== name).map((name) => `“${name}” typed to confirm`),
  ];
}

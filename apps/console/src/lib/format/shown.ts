/**
 * What a cell shows: the text, and a title with the exact value behind it or, where there is no value, the reason why
 * there is none.
 */
export interface Shown {
  readonly text: string;
  readonly title: string;
  readonly absent: boolean;
}

/** The mark of a value that is not there. Never a zero, never a minus one. */
const absentText = "—";

/**
 * A value that is not there, with the reason for its absence.
 *
 * @example absent("nothing was read from this partition yet").text === "—"
 */
export function absent(reason: string): Shown {
  return { text: absentText, title: reason, absent: true };
}

/** A value that is there. */
export function shown(text: string, title: string): Shown {
  return { text, title, absent: false };
}

const noBreakSpace = "\u00a0";

/**
 * Text that stays on one line: a number at the end of a line and its unit at the start of the next are read as two
 * things.
 *
 * @example unbroken("4 min 12 s") === "4\u00a0min\u00a012\u00a0s"
 */
export function unbroken(text: string): string {
  return text.replaceAll(" ", noBreakSpace);
}

/** The words as they are read, whichever of their spaces keep a number and its unit on one line. */
export function plainSpaces(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

/** A number that a line could part from its unit. */
export const numberThatMayBreak = /\d (?:\d|ms|s|min|h|d|UTC|records?|rows?|partitions?|more)\b/;

/**
 * A record that has been in work for longer is stuck rather than slow, in milliseconds: a commit is due ten times a
 * second, and waits for it.
 */
export const longInWorkMs = 5000;

/** What comes out of a reading in parts, where nobody else needs a turn. */
export function drained<T>(parts: Generator<undefined, T, undefined>): T {
  for (;;) {
    const part = parts.next();
    if (part.done) return part.value;
  }
}

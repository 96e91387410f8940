/** Thrown where the engine's own reasoning is broken; never for what the world does. */
export class AssertionError extends Error {
  override readonly name = "AssertionError";
}

/**
 * States what must hold. A failure is a bug of the engine.
 *
 * @throws {AssertionError} when `condition` is false.
 */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** Proves at compile time that every member of a union was handled. */
export function unreachable(value: never): never {
  throw new AssertionError(`unreachable: ${JSON.stringify(value)}`);
}

import { setImmediate } from "node:timers/promises";

let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves in a turn of the process's event loop that nobody else who asked here has, in the order in which they asked:
 * between two that work long, timers and what has come in over the network are seen to, however many of them there are.
 */
export function ownTurn(): Promise<unknown> {
  last = last.then(() => setImmediate());
  return last;
}

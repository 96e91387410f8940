import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Frees all that nothing holds. What a `WeakRef` was asked for is held until the turn ends, so that one is over first. */
export async function collectGarbage(): Promise<void> {
  await setImmediate();
  collect();
}

import { isNativeError } from "node:util/types";
import { createContext, Script } from "node:vm";

const call = new Script("work()");
/** One for all: to make one costs more than what is done in it. What is called in it belongs to the process's own. */
const room: { work: () => void } = { work: () => undefined };
const context = createContext(room);

/**
 * Works through `work` for as long as `withinMs` at the most, and is then cut off wherever it is: for what somebody else
 * has written, which may never end by itself. Nothing that it has begun is cleaned up, so it must own all that it changes.
 *
 * @returns whether it came to its end.
 * @throws whatever `work` throws
 */
export function guarded(work: () => void, withinMs: number): boolean {
  try {
    room.work = work;
    call.runInContext(context, { timeout: withinMs });
    return true;
  } catch (thrown) {
    // It is an error of the context's own, so it is no instance of the one that is known here.
    if (isNativeError(thrown) && "code" in thrown && thrown.code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
      return false;
    throw thrown;
  }
}

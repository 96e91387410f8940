import { ApiError } from "@stoatflow/api";
import { StartError } from "./start-error.ts";

/** How the console's process ends where it can't start: the exit status, and the one line on stderr. */
export interface Ending {
  /** 2: a setting is wrong; 1: what the world refuses. */
  readonly status: 1 | 2;
  readonly line: string;
}

/** Whatever was thrown: a line has no break in it. */
export function endingOf(cause: unknown): Ending {
  const words = (cause instanceof Error ? cause.message : String(cause)).replace(/\s*\n\s*/g, " ");
  return { status: statusOf(cause), line: `stoatflow console: ${words}` };
}

function statusOf(cause: unknown): 1 | 2 {
  if (cause instanceof StartError) return cause.exitStatus;
  return cause instanceof ApiError && cause.code === "configuration" ? 2 : 1;
}

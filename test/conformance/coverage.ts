/** Which cases the engine can run today, which wait for a part that it does not have, and where it differs. */
import type { Case } from "./case-files.ts";
import { scriptedRunners } from "./run-case.ts";
import { type Node, runnableOps } from "./topology-case.ts";

/**
 * The cases of the larger set that wait for a part of the engine, by the name of the first part that is missing. A
 * new part takes its line out of here, and with it brings its cases into the run.
 */
export const notYet: Readonly<Record<string, number>> = {
  "aggregate by concat": 7,
  "aggregate by sum": 5,
  branch: 1,
  flatMap: 1,
  flatMapValues: 1,
  globalTable: 3,
  join: 42,
  "max-task-idle-ms": 2,
  reduce: 11,
  "session windows": 19,
  "session, sliding and join windows": 1,
  "sliding windows": 12,
  table: 65,
  timer: 6,
  "timer-oneshot": 3,
  "timer-schedule": 3,
  toTable: 1,
  "watermark-preview": 4,
};

/**
 * Where the engine decides otherwise than a case that leaves the choice open, and what it does instead. Each is run
 * all the same and must differ: a line that is no longer true fails.
 */
export const differences: Readonly<Record<string, string>> = {
  "asg-20": "event times are exact integers up to 2^53 − 1; beyond them a record is refused by policy",
  "wmk-07": "event times are exact integers up to 2^53 − 1",
  "bpr-01": "a partition at its capacity is paused before the next poll, not only one above it",
};

/** The first part that the engine lacks for the case; `undefined` where it can be run. */
export function missingPart(of: Case): string | undefined {
  if (Array.isArray(of["topology"])) return missingOp(of["topology"]);
  if (of.kind === "readiness" && typeof of["maxIdleMs"] === "number" && of["maxIdleMs"] > 0) {
    return "max-task-idle-ms";
  }
  if (of.kind === "window-config") return "session, sliding and join windows";
  return Object.hasOwn(scriptedRunners, of.kind) ? undefined : of.kind;
}

function missingOp(nodes: readonly Node[]): string | undefined {
  for (const node of nodes) {
    if (!runnableOps.has(node.op)) return node.op;
    if (node.op === "source" && node.as !== "stream") return String(node.as);
    if (node.op === "suppress" && node.until !== "windowClose") return `suppress until ${node.until}`;
    if (node.op !== "aggregate") continue;
    if (node.window !== undefined && node.window.type !== "tumbling" && node.window.type !== "hopping")
      return `${node.window.type} windows`;
    if (node.agg?.fn !== "count") return `aggregate by ${node.agg?.fn}`;
  }
  return undefined;
}

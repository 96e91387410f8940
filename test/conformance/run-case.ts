import type { Case } from "./case-files.ts";
import { runBackpressure } from "./scripted/backpressure.ts";
import { runCommit } from "./scripted/commit.ts";
import { runDispatch } from "./scripted/dispatch.ts";
import { runIdleness } from "./scripted/idleness.ts";
import { runReadiness } from "./scripted/readiness.ts";
import { runWatermark, runWatermarkCombine } from "./scripted/watermark.ts";
import { runWindowAssign } from "./scripted/window-assign.ts";
import { runTopologyCase } from "./topology-case.ts";

type Runner = (of: Case) => void | Promise<void>;

/** How each kind of scripted case is run; it drives the engine's own parts. */
export const scriptedRunners: Readonly<Record<string, Runner>> = {
  "window-assign": runWindowAssign,
  dispatch: runDispatch,
  readiness: runReadiness,
  commit: runCommit,
  backpressure: runBackpressure,
  watermark: runWatermark,
  "watermark-combine": runWatermarkCombine,
  idleness: runIdleness,
};

export async function runCase(of: Case): Promise<void> {
  if (of["topology"] !== undefined) return runTopologyCase(of);
  const runner = scriptedRunners[of.kind];
  if (runner === undefined) throw new Error(`the runner does not know the kind ${of.kind}`);
  await runner(of);
}

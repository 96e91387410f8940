/**
 * Where work comes to a stop: pure. A stage takes nothing new while one that it feeds is full, so of several full ones the
 * last is the cause and those in front of it only wait.
 */
import type { AppLane } from "@stoatflow/api";
import type { Stage } from "./stage-graph.ts";
import { stuckForMs } from "./stuck.ts";

export type Pressure =
  /** It has room. */
  | { readonly kind: "flows" }
  /** It is full and nothing that it feeds is: its own work is what is slow. */
  | { readonly kind: "cause" }
  /** It can give nothing on: what it feeds is full. `for`: the causes, not those in between. */
  | { readonly kind: "waits"; readonly for: readonly number[] };

export interface StagePressure extends Stage {
  readonly pressure: Pressure;
  readonly lanes: number;
  readonly fullLanes: number;
  /** How long the oldest row of its lanes waits; `null`: none does. */
  readonly oldestAgeMs: number | null;
  /** How long a lane of it has been at one record, where that is so long that it is stuck; the longest of them. */
  readonly stuckForMs: number | undefined;
}

export function isFull({ depth, capacity }: Pick<AppLane, "depth" | "capacity">): boolean {
  return depth > 0 && depth >= capacity;
}

/** Whether a lane is to be looked at: it takes nothing more, or has been at one record for long. */
export function isFullOrStuck(
  lane: Pick<AppLane, "depth" | "capacity" | "oldestAgeMs" | "inWorkMs">,
): boolean {
  return isFull(lane) || stuckForMs(lane) !== undefined;
}

/**
 * The pressure of each stage of one instance. The first stage has no lanes: it waits where one that it feeds is full.
 */
export function pressureOf(
  stages: readonly Stage[],
  lanes: readonly Pick<AppLane, "stage" | "depth" | "capacity" | "oldestAgeMs" | "inWorkMs">[],
): readonly StagePressure[] {
  const ofStage = (stage: number) => lanes.filter((lane) => lane.stage === stage);
  const full = new Set(stages.filter(({ stage }) => ofStage(stage).some(isFull)).map(({ stage }) => stage));
  const feeds = new Map(stages.map((each) => [each.stage, each.feeds]));
  const causes = new Map<number, readonly number[]>();
  // From the last stage on, so that what a stage feeds is known before it.
  for (const { stage } of stages.toReversed()) {
    const behind = (feeds.get(stage) ?? []).filter((each) => full.has(each));
    causes.set(
      stage,
      [...new Set(behind.flatMap((each) => causesOf(each, causes)))].sort((a, b) => a - b),
    );
  }
  return stages.map((each) => {
    const own = ofStage(each.stage);
    const ages = own.flatMap(({ oldestAgeMs }) => oldestAgeMs ?? []);
    const stuck = own.flatMap((lane) => stuckForMs(lane) ?? []);
    const waitsFor = causes.get(each.stage) ?? [];
    const isHeldUp = waitsFor.length > 0 && (full.has(each.stage) || own.length === 0);
    return {
      ...each,
      pressure: isHeldUp
        ? { kind: "waits", for: waitsFor }
        : full.has(each.stage)
          ? { kind: "cause" }
          : { kind: "flows" },
      lanes: own.length,
      fullLanes: own.filter(isFull).length,
      oldestAgeMs: ages.length === 0 ? null : Math.max(...ages),
      stuckForMs: stuck.length === 0 ? undefined : Math.max(...stuck),
    };
  });
}

/** What a full stage is full because of: itself where nothing behind it is. */
function causesOf(stage: number, causes: ReadonlyMap<number, readonly number[]>): readonly number[] {
  const behind = causes.get(stage) ?? [];
  return behind.length === 0 ? [stage] : behind;
}

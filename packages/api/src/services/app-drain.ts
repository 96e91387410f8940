import type { ApiContext } from "../context.ts";
import { type DrainingInstance, drainOf } from "../control/drain.ts";
import type { AppDrain, ListedApp } from "../wire/index.ts";

/** @throws {ApiError} `unknown-app` */
export function appDrain({ collectors, clock }: ApiContext, appId: string): AppDrain {
  const summary = collectors.get(appId).listed();
  const { pauseReasons, generation, bootId, sequence, atMs, receivedAtMs } = summary;
  return {
    appId,
    drain: drainOf({ ...summary, instances: makersOf(summary) }),
    pauseReasons,
    generation,
    bootId,
    sequence,
    atMs,
    receivedAtMs,
    serverNowMs: clock.nowMs(),
  };
}

/** Those that hold partitions, or all where none does. */
function makersOf({ instances }: Pick<ListedApp, "instances">): DrainingInstance[] {
  const working = instances.filter(({ role }) => role === "working");
  return (working.length > 0 ? working : instances).flatMap(({ instanceId, lifecycle, atMs }) =>
    instanceId === null || lifecycle === null || atMs === null ? [] : { instanceId, lifecycle, atMs },
  );
}

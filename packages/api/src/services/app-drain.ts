import type { ApiContext } from "../context.ts";
import { drainOf } from "../control/drain.ts";
import type { AppDrain } from "../wire/index.ts";

/** @throws {ApiError} `unknown-app` */
export function appDrain({ collectors, clock }: ApiContext, appId: string): AppDrain {
  const summary = collectors.get(appId).summary();
  const { pauseReasons, generation, bootId, sequence, atMs, receivedAtMs } = summary;
  return {
    appId,
    drain: drainOf(summary),
    pauseReasons,
    generation,
    bootId,
    sequence,
    atMs,
    receivedAtMs,
    serverNowMs: clock.nowMs(),
  };
}

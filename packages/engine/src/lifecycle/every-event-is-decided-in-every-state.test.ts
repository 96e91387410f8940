import { describe, expect, it } from "vitest";
import { type LifecycleEvent, type LifecycleState, nextLifecycle } from "./engine-state.ts";

/** Written out, so that the compiler proves that every pair is specified; "-" is "not allowed". */
const table: Record<LifecycleState, Record<LifecycleEvent, LifecycleState | "-">> = {
  starting: row({ assigned: "restoring", stop: "stopping", fail: "failed", revoked: "starting" }),
  restoring: row({ ready: "running", stop: "stopping", fail: "failed", revoked: "starting" }),
  running: row({
    assigned: "restoring",
    pause: "pausing",
    stop: "stopping",
    fail: "failed",
    revoked: "starting",
  }),
  pausing: row({
    assigned: "restoring",
    drained: "paused",
    resume: "resuming",
    stop: "stopping",
    fail: "failed",
    revoked: "starting",
  }),
  paused: row({
    assigned: "restoring",
    resume: "resuming",
    stop: "stopping",
    fail: "failed",
    revoked: "starting",
  }),
  resuming: row({
    assigned: "restoring",
    resumed: "running",
    pause: "pausing",
    stop: "stopping",
    fail: "failed",
    revoked: "starting",
  }),
  stopping: row({ ended: "stopped", fail: "failed" }),
  stopped: row({}),
  failed: row({}),
};

function row(
  allowed: Partial<Record<LifecycleEvent, LifecycleState>>,
): Record<LifecycleEvent, LifecycleState | "-"> {
  return {
    assigned: "-",
    ready: "-",
    revoked: "-",
    pause: "-",
    drained: "-",
    resume: "-",
    resumed: "-",
    stop: "-",
    ended: "-",
    fail: "-",
    ...allowed,
  };
}

describe("the life cycle", () => {
  const pairs = Object.entries(table).flatMap(([state, events]) =>
    Object.entries(events).map(([event, next]) => [state, event, next] as const),
  );
  it.each(pairs)("%s on %s: %s", (state, event, next) => {
    expect(nextLifecycle(state as LifecycleState, event as LifecycleEvent) ?? "-").toBe(next);
  });
});

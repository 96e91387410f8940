import { WatermarkStrategy } from "@stoatflow/engine";
import { Idleness } from "@stoatflow/engine/testing";
import { expect } from "vitest";
import type { Case } from "../case-files.ts";

interface Step {
  readonly atMs: number;
  readonly event?: boolean;
  readonly probe?: boolean;
  readonly idle?: boolean;
}

export function runIdleness(of: Case): void {
  for (const timeoutMs of (of["invalidTimeoutsMs"] ?? []) as readonly number[]) {
    expect(() => WatermarkStrategy.monotonousTimestamps().withIdleness(timeoutMs)).toThrow();
  }
  const steps = (of["steps"] ?? []) as readonly Step[];
  const first = steps[0];
  if (first === undefined) return;
  const idleness = new Idleness(of["timeoutMs"] as number, first.atMs);
  // Where the moment is another engine's own choice, the case says between which bounds it must lie.
  const notIdleUntilMs = of["notIdleUntilMs"] as number | undefined;
  const idleByMs = of["idleByMs"] as number | undefined;
  for (const { atMs, event, probe, idle } of steps) {
    if (event) idleness.dispatched(atMs);
    if (!probe) continue;
    idleness.look(atMs, atMs, false);
    if (notIdleUntilMs === undefined) expect(idleness.idle).toBe(idle);
    else if (atMs <= notIdleUntilMs) expect(idleness.idle).toBe(false);
  }
  if (idleByMs === undefined) return;
  idleness.look(idleByMs, idleByMs, false);
  expect(idleness.idle).toBe(true);
}

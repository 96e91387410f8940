import { expect } from "vitest";
import type { Case } from "../case-files.ts";
import { DispatchRig } from "./dispatch-rig.ts";

interface Step {
  readonly buffered: Readonly<Record<string, number>>;
  readonly lag: Readonly<Record<string, number | null>>;
  readonly ready: boolean;
}

/** Each step tells the whole state, so each is looked at by a dispatcher of its own. */
export function runReadiness(of: Case): void {
  for (const { buffered, lag, ready } of of["steps"] as readonly Step[]) {
    const rig = new DispatchRig(Object.keys(buffered), true);
    for (const [name, count] of Object.entries(buffered)) {
      rig.add(
        name,
        Array.from({ length: count }, (_, offset) => ({ offset, timestampMs: offset })),
      );
    }
    for (const [name, rows] of Object.entries(lag)) rig.lag(name, rows);
    expect(rig.take(1).length > 0).toBe(ready);
  }
}

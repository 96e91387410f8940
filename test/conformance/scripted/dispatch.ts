import { expect } from "vitest";
import type { Case } from "../case-files.ts";
import { DispatchRig, type Row } from "./dispatch-rig.ts";

interface Place {
  readonly partition: string;
  readonly offset: number;
  readonly timestampMs: number;
}

interface Step {
  readonly add?: Readonly<Record<string, readonly Row[]>>;
  readonly next?: Place | null;
  readonly nextAnyOf?: readonly Place[];
  readonly count?: number;
  readonly lag?: Readonly<Record<string, number | null>>;
  readonly setPartitionTime?: Readonly<Record<string, number>>;
  readonly clear?: boolean;
  readonly revoke?: readonly string[];
  readonly expect?: string;
  readonly streamTimeMs?: number | null;
  readonly partitionTimeMs?: Readonly<Record<string, number>>;
  readonly latenessMs?: number;
}

/** Drives the dispatcher with partitions that are filled, and told how far their logs go, by hand. */
export function runDispatch(of: Case): void {
  const rig = new DispatchRig(of["partitions"] as readonly string[], of["maxIdleMs"] !== undefined);
  for (const step of of["steps"] as readonly Step[]) {
    for (const [name, rows] of Object.entries(step.add ?? {})) rig.add(name, rows);
    for (const [name, lag] of Object.entries(step.lag ?? {})) rig.lag(name, lag);
    for (const [name, timeMs] of Object.entries(step.setPartitionTime ?? {})) {
      rig.partition(name).watermark.dispatched(timeMs, { key: null, value: null });
    }
    if (step.revoke !== undefined) rig.revoke(step.revoke);
    if (step.clear) rig.clear();
    let lastTimeMs: number | undefined;
    if (step.next !== undefined) {
      const [taken] = rig.take(1);
      expect(taken ?? null).toEqual(step.next);
      lastTimeMs = taken?.timestampMs;
    }
    if (step.nextAnyOf !== undefined) {
      const taken = rig.take(step.count ?? step.nextAnyOf.length);
      expect(taken.map(shown).sort()).toEqual(step.nextAnyOf.map(shown).sort());
    }
    if (step.expect === "regressionReported") {
      rig.take(Number.MAX_SAFE_INTEGER);
      expect(rig.regressions).toHaveLength(1);
    }
    if (step.streamTimeMs !== undefined) expect(rig.streamTimeMs ?? null).toBe(step.streamTimeMs);
    for (const [name, timeMs] of Object.entries(step.partitionTimeMs ?? {})) {
      expect(rig.partition(name).watermark.highestMs).toBe(timeMs);
    }
    if (step.latenessMs !== undefined) {
      expect((rig.streamTimeMs ?? Number.NaN) - (lastTimeMs ?? Number.NaN)).toBe(step.latenessMs);
    }
  }
}

function shown({ partition, offset, timestampMs }: Place): string {
  return `${partition}@${offset} ${timestampMs}`;
}

import { expect } from "vitest";
import type { Case, Int64 } from "../case-files.ts";
import { timeWindows, type WindowSpec } from "../topology-case.ts";

interface Check {
  readonly timestampMs: Int64;
  readonly windows: readonly (readonly [Int64, Int64])[];
}

export function runWindowAssign(of: Case): void {
  const spec = of["window"] as WindowSpec & { readonly clampAtZero?: boolean };
  const windows = timeWindows(spec);
  const fromMs = spec.clampAtZero ? windows.firstStartMs : Number.NEGATIVE_INFINITY;
  for (const { timestampMs, windows: expected } of of["checks"] as readonly Check[]) {
    const found = windows.startsOf(Number(timestampMs)).filter((start) => start >= fromMs);
    expect(found.map((start) => `${start},${start + windows.sizeMs}`)).toEqual(expected.map(String));
  }
}

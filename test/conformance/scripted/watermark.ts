import { nextGlobalWatermark, PartitionWatermark } from "@stoatflow/engine/testing";
import { expect } from "vitest";
import type { Case, Int64 } from "../case-files.ts";

interface EventStep {
  readonly eventMs: Int64;
  readonly watermarkMs: Int64;
}

export function runWatermark(of: Case): void {
  const watermark = new PartitionWatermark(of["boundMs"] as number);
  for (const { eventMs, watermarkMs } of of["steps"] as readonly EventStep[]) {
    watermark.dispatched(Number(eventMs));
    expect(String(watermark.valueMs)).toBe(String(watermarkMs));
  }
}

interface CombineStep {
  readonly register?: readonly string[];
  readonly unregister?: string;
  readonly watermark?: Readonly<Record<string, number>>;
  readonly idle?: string;
  readonly expect?: { readonly combinedMs: number | null; readonly idle: boolean };
}

class Source {
  readonly #watermark = new PartitionWatermark(0);
  idle = false;

  get valueMs(): number | undefined {
    return this.#watermark.valueMs;
  }

  event(timeMs: number): void {
    this.#watermark.dispatched(timeMs);
    this.idle = false;
  }
}

export function runWatermarkCombine(of: Case): void {
  const sources = new Map<string, Source>();
  let combinedMs: number | undefined;
  for (const step of of["steps"] as readonly CombineStep[]) {
    for (const name of step.register ?? []) sources.set(name, new Source());
    if (step.unregister !== undefined) sources.delete(step.unregister);
    for (const [name, timeMs] of Object.entries(step.watermark ?? {})) sources.get(name)?.event(timeMs);
    const quiet = step.idle === undefined ? undefined : sources.get(step.idle);
    if (quiet !== undefined) quiet.idle = true;
    combinedMs = nextGlobalWatermark(combinedMs, sources.values());
    if (step.expect === undefined) continue;
    expect(combinedMs ?? null).toBe(step.expect.combinedMs);
    const all = [...sources.values()];
    expect(all.length > 0 && all.every(({ idle }) => idle)).toBe(step.expect.idle);
  }
}

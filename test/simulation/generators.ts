import type { WatermarkGenerator, WatermarkOutput } from "@stoatflow/engine";
import type { PlannedGenerator } from "./plan-sources.ts";

/** Told of each watermark that the generator of a partition of the run emits. */
export type Emitted = (partition: number, watermarkMs: number) => void;

/** The highest event time − bound, put out each so many times that the generator is asked. */
export function makeGenerator(
  { every, at }: PlannedGenerator,
  boundMs: number,
  emitted: Emitted,
): WatermarkGenerator<string, string> {
  let highestMs = Number.NEGATIVE_INFINITY;
  /** Its events say whose it is. */
  let partition: number | undefined;
  let asked = 0;
  const ask = (output: WatermarkOutput): void => {
    asked += 1;
    if (asked % every !== 0 || partition === undefined) return;
    emitted(partition, highestMs - boundMs);
    output.emitWatermark(highestMs - boundMs);
  };
  return {
    onEvent({ value }, timestampMs, output) {
      partition = Number(value.split("/")[0]);
      highestMs = Math.max(highestMs, timestampMs);
      if (at === "event") ask(output);
    },
    onPeriodicEmit(output) {
      if (at === "interval") ask(output);
    },
  };
}

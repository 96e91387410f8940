import type { Clock } from "../clock.ts";
import { TimeWindows } from "../operators/window/time-windows.ts";
import { Serdes } from "../record/serde.ts";
import { StreamsBuilder } from "../topology/builder.ts";
import type { Topology } from "../topology/topology.ts";
import { WatermarkStrategy } from "../watermark/strategy.ts";

const strings = { key: Serdes.string(), value: Serdes.string() };

/** `in` → `out`, as it is. */
export function passThrough(): Topology {
  const builder = new StreamsBuilder();
  builder.stream("in", strings).to("out");
  return builder.build();
}

export interface CountOptions {
  readonly windows?: TimeWindows;
  readonly boundMs?: number;
  /** `undefined`: off. */
  readonly idlenessMs?: number | undefined;
}

/** `in` → count by key and window → `out`, where a row reads `key@start=count`. */
export function windowedCount(options: CountOptions & { readonly startMs: number }): Topology {
  const { windows, boundMs, idlenessMs, startMs } = options;
  const builder = new StreamsBuilder();
  builder
    .stream("in", {
      ...strings,
      watermark: WatermarkStrategy.boundedOutOfOrderness<string, string>(boundMs ?? 0).withIdleness(
        idlenessMs,
      ),
    })
    .groupByKey()
    .windowedBy(windows ?? TimeWindows.ofSizeWithNoGrace(1000))
    .count({ name: "counts" })
    .toStream()
    .map(({ key, window }, count) => ({ key: `${key}@${window.startMs - startMs}`, value: `${count}` }))
    .to("out", strings);
  return builder.build();
}

/** `in` → `out` through a call that takes `perRecordMs` of the clock for each record, on its lane. */
export function slowPassThrough(clock: () => Clock, perRecordMs: number, boundMs = 0): Topology {
  const builder = new StreamsBuilder();
  const watermark = WatermarkStrategy.boundedOutOfOrderness<string, string>(boundMs);
  builder
    .stream("in", { ...strings, watermark })
    .mapValuesAsync(
      (value) => new Promise<string>((resolve) => clock().after(perRecordMs, () => resolve(value))),
    )
    .to("out", strings);
  return builder.build();
}

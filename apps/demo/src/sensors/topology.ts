import { Serdes, StreamsBuilder, TimeWindows, type Topology, WatermarkStrategy } from "@stoatflow/engine";
import {
  type Reading,
  type ReadingsPerWindow,
  readingsPerWindowTopic,
  readingsTopic,
  unplugged,
} from "./reading.ts";
import { boundMs, graceMs, idlenessMs, windowMs } from "./rhythm.ts";

/** How complete each hall's readings are: those of ten seconds, without the probes that are unplugged. */
export function sensorsTopology(): Topology {
  const builder = new StreamsBuilder();
  builder
    .stream(readingsTopic, {
      key: Serdes.string(),
      value: Serdes.json<Reading>(),
      watermark: WatermarkStrategy.boundedOutOfOrderness(boundMs).withIdleness(idlenessMs),
    })
    .filter((_hall, { celsius }) => celsius !== unplugged)
    .groupByKey()
    .windowedBy(TimeWindows.ofSizeAndGrace(windowMs, graceMs))
    .count({ name: readingsPerWindowTopic })
    .toStream()
    .map((windowed, readings) => ({
      key: windowed.key,
      value: {
        hall: windowed.key,
        windowStart: new Date(windowed.window.startMs).toISOString(),
        readings,
      },
    }))
    .to(readingsPerWindowTopic, { key: Serdes.string(), value: Serdes.json<ReadingsPerWindow>() });
  return builder.build();
}

/**
 * Records a second through the whole engine on the embedded log: `npm run bench`. Compare the rows of one run with
 * each other; the figures of two runs on a busy machine say little.
 */
import {
  createEngine,
  Serdes,
  StreamsBuilder,
  systemClock,
  TimeWindows,
  type Topology,
} from "@stoatflow/engine";
import { createEmbeddedLog } from "@stoatflow/engine/embedded";
import { pino } from "pino";

const partitions = 4;
const perPartition = 50_000;
const strings = { key: Serdes.string(), value: Serdes.string() };

function passThrough(): Topology {
  const builder = new StreamsBuilder();
  builder.stream("in", strings).to("out");
  return builder.build();
}

function windowedCount(): Topology {
  const builder = new StreamsBuilder();
  builder
    .stream("in", strings)
    .groupByKey()
    .windowedBy(TimeWindows.ofSizeAndGrace(60_000, 10_000))
    .count({ name: "counts" })
    .toStream()
    .map(({ key }, count) => ({ key, value: `${count}` }))
    .to("out", strings);
  return builder.build();
}

async function measure(name: string, topology: Topology, lanes: number): Promise<void> {
  const log = createEmbeddedLog({ clock: systemClock });
  log.createTopic("in", partitions);
  log.createTopic("out", partitions);
  const baseMs = Date.now() - 3_600_000;
  const value = Buffer.alloc(100, "v");
  for (let partition = 0; partition < partitions; partition += 1) {
    for (let from = 0; from < perPartition; from += 1000) {
      const records = Array.from({ length: 1000 }, (_, i) => ({
        key: Buffer.from(`k${(from + i) % 997}`),
        value,
        timestampMs: baseMs + from + i,
        headers: [],
      }));
      log.append("in", partition, records);
    }
  }
  const engine = createEngine({
    applicationId: name,
    topology,
    log: log.client(),
    logger: pino({ level: "silent" }),
    settings: { "server.enabled": false, "processing.lanes": lanes },
  });
  const startedMs = performance.now();
  await engine.start();
  const total = partitions * perPartition;
  while (engine.snapshot().status.counters.emitted < total)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const seconds = (performance.now() - startedMs) / 1000;
  await engine.stop();
  console.log(`${name}, ${lanes} lanes: ${Math.round(total / seconds).toLocaleString("en")} records/s`);
}

for (const lanes of [1, 8, 64]) {
  await measure("pass-through", passThrough(), lanes);
  await measure("windowed-count", windowedCount(), lanes);
}

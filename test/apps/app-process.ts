/**
 * A stream app in a process of its own, for tests that watch it from outside, freeze it and kill it. Tells its parent
 * `{ url }` over the channel once it has started.
 */
import {
  errorLine,
  exitStatusOf,
  type OptionsInput,
  Serdes,
  StreamsBuilder,
  TimeWindows,
  WatermarkStrategy,
} from "@stoatflow/engine";
import { kafkaLog } from "@stoatflow/engine/kafka";
import { createTestEngine, SortedBuffer } from "@stoatflow/engine/testing";
import { pino } from "pino";
import { appCommand, appOptions } from "./app-options.ts";

const options = appOptions.parse(JSON.parse(process.argv[2] ?? "{}"));
const strings = { key: Serdes.string(), value: Serdes.string() };

interface Order {
  readonly order: number;
}

/** Orders with the price that somebody else knows. */
function priced(builder: StreamsBuilder) {
  const watermark = WatermarkStrategy.boundedOutOfOrderness<string, Order>(options.boundMs);
  return builder
    .stream(options.in, { key: Serdes.string(), value: Serdes.json<Order>(), watermark })
    .mapValuesAsync(async (_, key) => (await fetch(`${options.prices}/${encodeURIComponent(key)}`)).text(), {
      timeLimitMs: 600_000,
    });
}

function topology() {
  const builder = new StreamsBuilder();
  const watermark = WatermarkStrategy.boundedOutOfOrderness<string, string>(options.boundMs);
  if (options.topology === "pass-through") {
    builder.stream(options.in, { ...strings, watermark }).to(options.out);
  } else {
    const stream =
      options.topology === "priced-count"
        ? priced(builder)
        : builder.stream(options.in, { ...strings, watermark });
    stream
      .groupByKey()
      .windowedBy(TimeWindows.ofSizeAndGrace(60_000, options.graceMs))
      .count({ name: "counts" })
      .toStream()
      .map(({ key, window }, count) => ({ key: `${key}@${window.startMs}`, value: `${count}` }))
      .to(options.out, strings);
  }
  return builder.build();
}

try {
  const logger = pino({ level: "info" });
  const engine = createTestEngine(
    {
      applicationId: options.applicationId,
      topology: topology(),
      log: kafkaLog({ brokers: options.brokers, sessionTimeoutMs: options.sessionTimeoutMs, logger }),
      logger,
      settings: options.settings as OptionsInput,
    },
    {
      ...(options.buffer === "sorted" ? { createBuffer: () => new SortedBuffer() } : {}),
      created: ({ lanes }) => {
        if (options.parkKey !== undefined)
          lanes.laneOf(Buffer.from(options.parkKey), { partition: 0 }).park(true);
      },
    },
  );
  process.on("message", (message) => {
    const command = appCommand.parse(message);
    engine.parkLane(Buffer.from(command.key), false);
  });
  // The channel is the parent's hand: without it nobody would ever end this process.
  process.on("disconnect", () => process.exit(0));
  await engine.start();
  process.send?.({ url: engine.url });
  const failure = await engine.ended;
  if (failure !== undefined) throw failure;
} catch (thrown) {
  process.stderr.write(`${errorLine(thrown)}\n`);
  process.exit(exitStatusOf(thrown));
}

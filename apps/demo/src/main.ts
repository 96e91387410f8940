/**
 * The demo app, a process of its own: orders a minute by region, on the embedded log or on a Kafka, with the shop
 * that writes the orders beside it. Prints one line with the address of its status once it runs.
 *
 * Ends with status 2 for a wrong setting and 1 for what the world refuses, with one line on standard error.
 */
import { createEngine, type LogClient, messageOf, StoatFlowError, systemClock } from "@stoatflow/engine";
import { createEmbeddedLog } from "@stoatflow/engine/embedded";
import { kafkaLog } from "@stoatflow/engine/kafka";
import pino from "pino";
import { type DemoOptions, parseDemoOptions } from "./demo-options.ts";
import { OrderFeed } from "./order-feed.ts";
import { ordersPartitions, ordersPerMinuteTopic, ordersTopic } from "./orders/order.ts";
import { OrderGenerator } from "./orders/order-generator.ts";
import { ordersTopology } from "./orders/topology.ts";

/** What each partition of the embedded log keeps: some hours of orders. */
const retentionBytes = 32 * 1024 * 1024;

const logger = pino(
  { name: "orders", level: process.env["STOATFLOW_LOG_LEVEL"] ?? "info" },
  pino.destination({ dest: 2, sync: true }),
);

try {
  await run(parseDemoOptions(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${asLine(error)}\n`);
  process.exit(error instanceof StoatFlowError && error.code === "configuration" ? 2 : 1);
}

async function run(options: DemoOptions): Promise<void> {
  const connect = connector(options);
  const shop = connect();
  await shop.admin.createTopics([
    { topic: ordersTopic, partitions: ordersPartitions },
    { topic: ordersPerMinuteTopic, partitions: ordersPartitions },
  ]);
  const engine = createEngine({
    applicationId: "orders",
    topology: ordersTopology(),
    log: connect(),
    logger,
    server: { port: 0 },
  });
  await engine.start();

  const producer = shop.producer({});
  await producer.init();
  const feed = new OrderFeed({
    generator: new OrderGenerator(Math.random, systemClock.nowMs()),
    clock: systemClock,
    write: (records) => producer.send(records),
    onFailure: (error) =>
      logger.warn({ error: messageOf(error) }, "orders could not be written; trying again"),
  });
  feed.start();

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await feed.stop();
    await engine.stop();
    await shop.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
  process.stdout.write(`orders is watched at ${engine.url}\n`);
}

/** Each connection is as that of a process of its own: the shop's and the app's know nothing of each other. */
function connector(options: DemoOptions): () => LogClient {
  if (options.kind === "kafka") {
    const { brokers } = options;
    return () => kafkaLog({ brokers, logger });
  }
  const embedded = createEmbeddedLog({ clock: systemClock, directory: options.directory, retentionBytes });
  return () => embedded.client();
}

function asLine(error: unknown): string {
  const remedy = error instanceof StoatFlowError && error.remedy !== undefined ? `; ${error.remedy}` : "";
  const brokers = process.argv.includes("--brokers") ? `--brokers ${process.argv.at(-1)}: ` : "";
  return `${brokers}${messageOf(error)}${remedy}`.replaceAll(/\s*\n\s*/g, " ");
}

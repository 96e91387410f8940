/**
 * The demo app, a process of its own: orders a minute by region, on the embedded log or on a Kafka, with the shop
 * that writes the orders beside it. Prints one line with the address of its status once it runs, among its log.
 *
 * Ends with status 2 for a wrong setting and 1 for what the world refuses, with one line on standard error.
 */
import { createEngine, type LogClient, StoatFlowError, systemClock } from "@stoatflow/engine";
import { createEmbeddedLog } from "@stoatflow/engine/embedded";
import pino from "pino";
import { type DemoOptions, parseDemoOptions } from "./demo-options.ts";
import { OrderFeed } from "./order-feed.ts";
import { ordersPartitions, ordersPerMinuteTopic, ordersTopic } from "./orders/order.ts";
import { OrderGenerator } from "./orders/order-generator.ts";
import { ordersTopology } from "./orders/topology.ts";

/** What each partition of the embedded log keeps: some hours of orders. */
const retentionBytes = 32 * 1024 * 1024;
/** How long a Kafka that does not answer is asked; a person waits for the outcome. */
const unavailableAfterMs = 8000;
/** What a lane may still finish when the process is asked to end. */
const drainTimeoutMs = 2000;

const logger = pino(
  { name: "orders", level: process.env["STOATFLOW_LOG_LEVEL"] ?? "info" },
  pino.destination({ dest: 1, sync: true }),
);

// Before the engine starts nothing else keeps the process alive while a log is tried again.
setInterval(() => {}, 60_000);
try {
  await run(parseDemoOptions(process.argv.slice(2)));
} catch (error) {
  fail(error);
}

async function run(options: DemoOptions): Promise<void> {
  const log = await openLog(options);
  const shop = log.connect();
  await shop.admin.createTopics([
    { topic: ordersTopic, partitions: ordersPartitions },
    { topic: ordersPerMinuteTopic, partitions: ordersPartitions },
  ]);
  const engine = createEngine({
    applicationId: "orders",
    topology: ordersTopology(),
    log: log.connect(),
    logger,
    settings: { "server.port": 0 },
  });
  await engine.start();

  const producer = shop.producer({});
  await producer.init();
  const feed = new OrderFeed({
    generator: new OrderGenerator(Math.random, systemClock.nowMs()),
    clock: systemClock,
    write: (records) => producer.send(records),
    onFailure: (error) => logger.warn({ error: lineOf(error) }, "orders could not be written; trying again"),
  });
  feed.start();

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await feed.stop();
    await engine.stop({ drainTimeoutMs });
    await shop.close();
    log.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
  process.stdout.write(`orders is watched at ${engine.url}\n`);

  const failure = await engine.ended;
  if (failure !== undefined) fail(failure);
}

interface OpenLog {
  /** Each connection is as that of a process of its own: the shop and the app know nothing of each other. */
  connect(): LogClient;
  close(): void;
}

async function openLog(options: DemoOptions): Promise<OpenLog> {
  if (options.kind === "embedded") {
    const log = createEmbeddedLog({ clock: systemClock, directory: options.directory, retentionBytes });
    return { connect: () => log.client(), close: () => log.close() };
  }
  // The client library is loaded only where there is a Kafka to talk to.
  const { kafkaLog } = await import("@stoatflow/engine/kafka");
  return {
    connect: () => kafkaLog({ brokers: options.brokers, logger, unavailableAfterMs }),
    close: () => {},
  };
}

function fail(error: unknown): never {
  process.stderr.write(`${lineOf(error)}\n`);
  process.exit(error instanceof StoatFlowError && error.code === "configuration" ? 2 : 1);
}

/** What went wrong and the way out, on one line; of a log that cannot be reached, with the flag that names it. */
function lineOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof StoatFlowError)) return oneLine(message);
  const flag = error.code === "log-unavailable" ? `${process.argv.slice(2).join(" ")}: ` : "";
  return oneLine(`${flag}${message}${error.remedy === undefined ? "" : `; ${error.remedy}`}`);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}

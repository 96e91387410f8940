/**
 * One app of the demo, a process of its own, on the embedded log or on a Kafka, with the world that writes its
 * records beside it. Prints one line with the address of its status once it runs, among its log.
 *
 * Ends with status 2 for a wrong setting and 1 for what the world refuses, with one line on standard error.
 */
import { createEngine, type LogClient, StoatFlowError, systemClock } from "@stoatflow/engine";
import { createEmbeddedLog } from "@stoatflow/engine/embedded";
import pino, { type Logger } from "pino";
import { type DemoLog, type DemoOptions, parseDemoOptions } from "./demo-options.ts";
import { Feed } from "./feed.ts";
import { DisturbedLog } from "./incidents/disturbed-log.ts";
import { DisturbedSource } from "./incidents/disturbed-source.ts";
import { Hindrance } from "./incidents/hindrance.ts";
import { scenarios } from "./incidents/scenarios.ts";
import { Simulator } from "./incidents/simulator.ts";

/** What each partition of the embedded log keeps, in memory too: most of an hour of the busiest app. */
const retentionBytes = 8 * 1024 * 1024;
/** How long a Kafka that does not answer is asked; a person waits for the outcome. */
const unavailableAfterMs = 8000;
/** What a lane may still finish when the process is asked to end. */
const drainTimeoutMs = 2000;

const hindrance = new Hindrance();
const surroundings = { clock: systemClock, random: Math.random, hindrance };
const words = process.argv.slice(2);

// Before the engine starts nothing else keeps the process alive while a log is tried again.
setInterval(() => {}, 60_000);
try {
  await run(parseDemoOptions(words));
} catch (error) {
  fail(error);
}

async function run({ app, log: where }: DemoOptions): Promise<void> {
  const logger = pino(
    { name: app.id, level: process.env["STOATFLOW_LOG_LEVEL"] ?? "info" },
    pino.destination({ dest: 1, sync: true }),
  );
  const log = await openLog(where, logger);
  const world = log.connect();
  await world.admin.createTopics(app.topics);
  const disturbedLog = new DisturbedLog(log.connect(), systemClock);
  const source = new DisturbedSource(app.source(surroundings));
  const incidents = new Simulator({
    scenarios: scenarios().filter((scenario) => scenario.app === app.id),
    clock: systemClock,
    source,
    log: disturbedLog,
    hindrance,
    onFailure: (error) => logger.warn({ error: lineOf(error) }, "a step of an incident could not be done"),
  });
  const engine = createEngine({
    applicationId: app.id,
    topology: app.topology(surroundings),
    log: disturbedLog,
    incidents,
    logger,
    settings: { ...app.settings, "server.port": 0 },
  });
  await engine.start();

  const producer = world.producer({});
  await producer.init();
  const feed = new Feed({
    source,
    clock: systemClock,
    write: (records) => producer.send(records),
    onFailure: (error) => logger.warn({ error: lineOf(error) }, "records could not be written; trying again"),
  });
  feed.start();

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    incidents.close();
    await feed.stop();
    await engine.stop({ drainTimeoutMs });
    await world.close();
    log.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
  process.stdout.write(`${app.id} is watched at ${engine.url}\n`);

  const failure = await engine.ended;
  if (failure !== undefined) fail(failure);
}

interface OpenLog {
  /** Each connection is as that of a process of its own: the world and the app know nothing of each other. */
  connect(): LogClient;
  close(): void;
}

async function openLog(where: DemoLog, logger: Logger): Promise<OpenLog> {
  if (where.kind === "embedded") {
    const log = createEmbeddedLog({ clock: systemClock, directory: where.directory, retentionBytes });
    return { connect: () => log.client(), close: () => log.close() };
  }
  // The client library is loaded only where there is a Kafka to talk to.
  const { kafkaLog } = await import("@stoatflow/engine/kafka");
  return {
    connect: () => kafkaLog({ brokers: where.brokers, logger, unavailableAfterMs }),
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
  const flag = error.code === "log-unavailable" ? `${words.join(" ")}: ` : "";
  return oneLine(`${flag}${message}${error.remedy === undefined ? "" : `; ${error.remedy}`}`);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}

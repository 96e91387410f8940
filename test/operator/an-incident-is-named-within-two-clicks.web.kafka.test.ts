/**
 * The operator's test: something goes wrong outside of the console, and whoever starts on the first page has the sentence
 * that names app, partition and reason after two clicks at most. Half a minute before, nothing said so; and it is found
 * as well while another app has a fault of its own.
 */
import { kafkaLog } from "@stoatflow/engine/kafka";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ConsoleProcess, launchBrowser } from "../../apps/console/test/rig.ts";
import { type Broker, startBroker } from "../broker/index.ts";
import { waitFor } from "../wait-for.ts";
import { type Incident, incidents } from "./incidents.ts";
import { type Found, walk } from "./walk.ts";
import { consoleOf, OrdersWorld } from "./world.ts";

/** So long before it there was nothing to be seen of it. */
const quietMs = 30_000;

/** Those that each run of the tests walks; `npm run incidents` walks every one. By names, with commas, any others. */
const chosen = process.env["STOATFLOW_INCIDENTS"] ?? "stuck-lane";
const run = incidents.filter(({ name }) => chosen === "all" || chosen.split(",").includes(name));

interface Scene {
  readonly incident: Incident;
  readonly world: OrdersWorld;
  readonly running: ConsoleProcess;
  readonly words: RegExp;
}

let broker: Broker;
let log: ReturnType<typeof kafkaLog>;
let other: OrdersWorld;
let browser: Browser;
let page: Page;

const options = () => ({
  brokers: broker.brokers,
  createTopics: (topics: Parameters<typeof log.admin.createTopics>[0]) => log.admin.createTopics(topics),
});

beforeAll(async () => {
  broker = await startBroker();
  log = kafkaLog({ brokers: [broker.brokers] });
  other = await OrdersWorld.start("payments", options());
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
});

afterAll(async () => {
  await browser?.close();
  await other?.end();
  await log?.close();
  await broker?.stop();
});

const found = ({ running, world }: Scene, words: RegExp): Promise<Found | undefined> =>
  walk(page, running.url, world.name, words);

async function happens({ incident, world }: Scene): Promise<void> {
  if (incident.cause.kind === "freeze") await broker.pause();
  else await world.outside.let(incident.cause);
}

/** Half a minute in which no page says so, from a look at them to the next. */
async function quiet(scene: Scene): Promise<void> {
  await waitFor(`${scene.world.name} keeps up`, () => found(scene, /keeps up/));
  const fromMs = performance.now();
  expect(await found(scene, scene.words)).toBeUndefined();
  await waitFor("half a minute has passed", () => (performance.now() - fromMs >= quietMs ? true : undefined));
  expect(await found(scene, scene.words)).toBeUndefined();
}

/** It is said, and still is while another app tells nothing any more. */
async function isFound(scene: Scene): Promise<void> {
  await waitFor(`a page says ${scene.words}`, () => found(scene, scene.words));
  other.app.signal("SIGSTOP");
  try {
    const silent = /payments has told nothing for/;
    await waitFor("the other app has a fault too", () => walk(page, scene.running.url, "payments", silent));
    await waitFor(`a page still says ${scene.words}`, () => found(scene, scene.words));
  } finally {
    other.app.signal("SIGCONT");
  }
}

it.each(run)("$name", { timeout: 300_000 }, async (incident) => {
  const world = await OrdersWorld.start(`orders-${incident.name}`, options());
  const running = await consoleOf([world, other]);
  try {
    const scene = { incident, world, running, words: world.words(incident) };
    await quiet(scene);
    await happens(scene);
    await isFound(scene);
  } finally {
    if (incident.cause.kind === "freeze") broker.resume();
    await running.stop();
    await world.end();
  }
});

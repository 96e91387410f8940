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

/** Those that CI runs; `STOATFLOW_INCIDENTS=all` runs every one, a name that one alone. */
const chosen = process.env["STOATFLOW_INCIDENTS"] ?? "future-stamped-record,partition-goes-quiet,stuck-lane";
const run = incidents.filter(({ name }) => chosen === "all" || chosen.split(",").includes(name));

interface Scene {
  readonly incident: Incident;
  readonly world: OrdersWorld;
  readonly running: ConsoleProcess;
  readonly words: RegExp;
  /** When the pages were looked at, and said nothing of it. */
  lookedAtMs: number;
}

let broker: Broker;
let log: ReturnType<typeof kafkaLog>;
let other: OrdersWorld;
let browser: Browser;
let page: Page;
const scenes = new Map<string, Scene>();

beforeAll(async () => {
  broker = await startBroker();
  log = kafkaLog({ brokers: [broker.brokers] });
  const { admin } = log;
  const options = { brokers: broker.brokers, createTopics: admin.createTopics.bind(admin) };
  other = await OrdersWorld.start("payments", options);
  for (const incident of run) {
    const world = await OrdersWorld.start(`orders-${incident.name}`, options);
    const running = await consoleOf([world, other]);
    scenes.set(incident.name, { incident, world, running, words: world.words(incident), lookedAtMs: 0 });
  }
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  for (const scene of scenes.values()) {
    await waitFor(`${scene.world.name} keeps up`, async () => (await found(scene, /keeps up/)) ?? undefined);
    expect(await found(scene, scene.words)).toBeUndefined();
    scene.lookedAtMs = performance.now();
  }
});

afterAll(async () => {
  await browser?.close();
  for (const { running, world } of scenes.values()) {
    await running.stop();
    await world.end();
  }
  await other?.end();
  await log?.close();
  await broker?.stop();
});

function sceneOf(name: string): Scene {
  const scene = scenes.get(name);
  if (scene === undefined) throw new Error(`there is no scene of ${name}`);
  return scene;
}

function found({ running, world }: Scene, words: RegExp): Promise<Found | undefined> {
  return walk(page, running.url, world.name, words);
}

async function happens({ incident, world }: Scene): Promise<void> {
  if (incident.cause.kind === "freeze") await broker.pause();
  else await world.outside.let(incident.cause);
}

it.each(run.map(({ name }) => name))("%s", async (name) => {
  const scene = sceneOf(name);
  await waitFor("half a minute has passed", () =>
    performance.now() - scene.lookedAtMs >= quietMs ? true : undefined,
  );
  expect(await found(scene, scene.words)).toBeUndefined();
  await happens(scene);
  try {
    await waitFor(`a page says ${scene.words}`, () => found(scene, scene.words));
    other.app.signal("SIGSTOP");
    try {
      const silent = /payments has told nothing for/;
      await waitFor("the other app has a fault too", () => walk(page, scene.running.url, "payments", silent));
      await waitFor(`a page still says ${scene.words}`, () => found(scene, scene.words));
    } finally {
      other.app.signal("SIGCONT");
    }
  } finally {
    if (scene.incident.cause.kind === "freeze") broker.resume();
  }
});

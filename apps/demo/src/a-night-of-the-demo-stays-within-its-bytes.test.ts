/** A night in small: the log is full within minutes, and what it takes on the disk no longer grows then. */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmbeddedLog } from "@stoatflow/engine/embedded";
import { createTestEngine, ManualClock, SeededRandom } from "@stoatflow/engine/testing";
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { apps } from "./apps.ts";
import { Feed } from "./feed.ts";

const retentionBytes = 32_768;
const segmentBytes = 4096;
/** Of a compacted log as much as its live keys take, and once more before it is compacted again. */
const changelogBytesMax = 16 * 4 * segmentBytes;
/** Rewritten when it has doubled. */
const journalBytesMax = 1_048_576;
const phaseMs = 2 * 60_000;
const stepMs = 100;

const folder = mkdtempSync(join(tmpdir(), "stoatflow-night-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function bytesIn(directory: string): number {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

test.each(apps.map((app) => [app.id, app] as const))("%s", async (id, app) => {
  const directory = join(folder, id);
  const clock = new ManualClock();
  const random = new SeededRandom(1);
  const surroundings = { clock, random: () => random.next() };
  const log = createEmbeddedLog({ clock, directory, retentionBytes, segmentBytes });
  const world = log.client();
  await world.admin.createTopics(app.topics);
  const engine = createTestEngine({
    applicationId: id,
    topology: app.topology(surroundings),
    log: log.client(),
    clock,
    env: {},
    logger: pino({ level: "silent" }),
    settings: { ...app.settings, "server.enabled": false },
  });
  const started = engine.start();
  await clock.settle();
  await started;
  const producer = world.producer({});
  await producer.init();
  let written = 0;
  const feed = new Feed({
    source: app.source(surroundings),
    clock,
    write: async (records) => {
      for (const { value } of records) written += value?.length ?? 0;
      await producer.send(records);
    },
    onFailure: (error) => {
      throw error;
    },
  });
  feed.start();
  const pass = async (ms: number) => {
    const untilMs = clock.nowMs() + ms;
    while (clock.nowMs() < untilMs) await clock.advance(stepMs);
  };

  const logs = app.topics.reduce((sum, { partitions }) => sum + partitions, 0);
  const bytesMax = logs * (retentionBytes + segmentBytes) + changelogBytesMax + journalBytesMax;
  await pass(phaseMs);
  expect(bytesIn(directory)).toBeLessThan(bytesMax);
  const writtenBefore = written;
  await pass(phaseMs);
  expect(written - writtenBefore).toBeGreaterThan(bytesMax / 8);
  expect(bytesIn(directory)).toBeLessThan(bytesMax);
  console.log(id, { written, onDisk: bytesIn(directory), bytesMax });
  log.close();
});

import { describe, expect, it } from "vitest";
import { createEmbeddedLog } from "../embedded/index.ts";
import { prepareTopics } from "../lifecycle/topics.ts";
import type { LogRecord } from "../record/record.ts";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { passThrough } from "../testing/topologies.ts";
import { StreamsBuilder } from "../topology/builder.ts";

const letters = "app-dead-letter";

function jsonWorld(settings: ConstructorParameters<typeof EmbeddedWorld>[0]["settings"] = {}) {
  const builder = new StreamsBuilder();
  builder.stream("in", { key: Serdes.string(), value: Serdes.json<unknown>() }).to("out");
  return new EmbeddedWorld({
    topics: { in: 3, out: 1 },
    topology: builder.build(),
    settings: { "processing.undecodable": "dead-letter", ...settings },
  });
}

function headersOf(record: LogRecord | undefined): Record<string, string> {
  return Object.fromEntries(record?.headers.map(([name, value]) => [name, String(value)]) ?? []);
}

const bad = (key: string, ts: number) => ({ key, value: `{${key}`, ts });
const good = (key: string, ts: number) => ({ key, value: "1", ts });

describe.each(["exactly-once", "at-least-once"] as const)(
  "%s: a record that can't be decoded",
  (guarantee) => {
    const settings = { "processing.guarantee": guarantee };

    it("goes out with its bytes, its headers and where it came from, stamped now", async () => {
      const here = jsonWorld(settings);
      await here.start();
      const mark = ["mark", Buffer.from("m")] as const;
      here.log.append("in", 2, [{ ...here.record(bad("b", -86_400_000)), headers: [mark] }]);
      here.append("in", 2, [good("a", 1)]);
      await here.pass(500);
      expect(here.log.partitionCount(letters)).toBe(3);
      const [letter, ...more] = here.log.readCommitted(letters);
      expect(more).toEqual([]);
      expect(letter).toMatchObject({ partition: 2, key: Buffer.from("b"), value: Buffer.from("{b") });
      expect(letter?.timestampMs).toBeGreaterThanOrEqual(here.startMs);
      expect(headersOf(letter)).toEqual({
        mark: "m",
        "stoatflow.app": "app",
        "stoatflow.origin.topic": "in",
        "stoatflow.origin.partition": "2",
        "stoatflow.origin.offset": "0",
        "stoatflow.origin.timestamp-ms": `${here.startMs - 86_400_000}`,
        "stoatflow.dead-letter.reason": "undecodable",
        "stoatflow.dead-letter.error-class": "SyntaxError",
        "stoatflow.dead-letter.error-message": expect.stringMatching(/JSON/),
      });
      expect(here.output("out")).toEqual(["a=1"]);
      expect(here.app.snapshot().status.counters).toMatchObject({ emitted: 1 });
      expect(here.app.snapshot().status.counters.dropped.undecodable).toBe(1);
    });

    it("alone moves the position, and neither the watermark nor the idleness clock", async () => {
      const here = jsonWorld(settings);
      await here.start();
      here.append("in", 0, [bad("b", 0)]);
      await here.pass(500);
      expect(here.committed("in-0")).toBe(1n);
      const [partition] = here.app.snapshot().watermarks.partitions;
      expect(partition).toMatchObject({ position: "1", watermarkMs: null });
      expect(here.output(letters)).toEqual(["b={b"]);
      expect(here.log.openTransactions()).toEqual([]);
    });
  },
);

describe("under exactly-once a dead letter", () => {
  it("is there once though its epoch is done again", async () => {
    const here = jsonWorld();
    await here.start();
    here.log.inject({ point: "commit-unknown", outcome: "aborted" });
    here.append("in", 0, [good("a", 0), bad("b", 1), bad("c", 2)]);
    await here.pass(3000);
    expect(here.app.snapshot().status.counters.rolledBackEpochs).toBe(1);
    expect(here.output(letters)).toEqual(["b={b", "c={c"]);
    expect(here.app.snapshot().status.counters.dropped.undecodable).toBe(2);
  });

  it("is there once over a crash within the commit", async () => {
    const here = jsonWorld();
    await here.start();
    here.log.inject({ point: "commit-delay", ms: 200 });
    here.append("in", 0, [bad("b", 1)]);
    await here.pass(150);
    here.crash();
    await here.start();
    await here.pass(1000);
    expect(here.output(letters)).toEqual(["b={b"]);
  });

  it.each([false, true])("polled within a commit belongs to the epoch behind it (lost: %s)", async (lost) => {
    const here = jsonWorld();
    await here.start();
    here.append("in", 0, [good("a", 0)]);
    here.log.inject({ point: "commit-delay", ms: 500 });
    await here.pass(200);
    here.append("in", 0, [bad("b", 1), good("c", 2)]);
    await here.pass(300);
    here.log.inject({ point: "commit-delay", ms: 500 });
    await here.pass(520);
    expect(here.committed("in-0")).toBe(1n);
    expect(here.output(letters)).toEqual([]);
    if (lost) here.log.inject({ point: "commit-unknown", outcome: "aborted" });
    await here.pass(3000);
    expect(here.app.snapshot().status.counters.rolledBackEpochs).toBe(lost ? 1 : 0);
    expect(here.output(letters)).toEqual(["b={b"]);
    expect(here.output("out")).toEqual(["a=1", "c=1"]);
  });

  it("waits for the next epoch where this one holds as much as it may, and nothing overtakes it", async () => {
    const here = jsonWorld({
      "processing.max-epoch-bytes": 2000,
      "processing.buffered-records-per-partition": 500,
    });
    let most = 0;
    await here.start();
    here.log.inject({ point: "commit-delay", ms: 300, times: 3 });
    const many = Array.from({ length: 200 }, (_, i) => bad(`b${i}`, i));
    here.append("in", 0, [good("a", 0), ...many, good("z", 200)]);
    here.append("in", 1, [good("later", 1000)]);
    for (let i = 0; i < 400; i += 1) {
      await here.pass(50);
      most = Math.max(most, here.app.snapshot().status.limits["epoch.bytes"]?.used ?? 0);
    }
    expect(here.output(letters)).toEqual(many.map(({ key, value }) => `${key}=${value}`));
    expect(here.output("out")).toEqual(["a=1", "z=1", "later=1"]);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(2000 + 500);
  });
});

it("a dead-letter topic that the app reads itself is refused, with the setting", async () => {
  const { admin } = createEmbeddedLog({ clock: new ManualClock() }).client();
  const preparing = prepareTopics(admin, {
    topology: passThrough(),
    applicationId: "app",
    changelogPartitions: 1,
    deadLetters: "in",
  });
  await expect(preparing).rejects.toMatchObject({
    code: "configuration",
    setting: "stoatflow.processing.dead-letter-topic",
  });
});

it("without a policy that needs it no dead-letter topic is made", async () => {
  const here = jsonWorld({ "processing.undecodable": "skip" });
  await here.start();
  expect(here.log.partitionCount(letters)).toBeUndefined();
});

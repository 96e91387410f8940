import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { systemClock } from "../clock.ts";
import { createEmbeddedLog } from "../embedded/index.ts";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { createTestEngine, type TestEngine } from "../testing/test-engine.ts";
import { passThrough } from "../testing/topologies.ts";
import { StreamsBuilder } from "../topology/builder.ts";
import { WatermarkStrategy } from "../watermark/strategy.ts";

const strings = { key: Serdes.string(), value: Serdes.string() };
const backlog = 120_000;
const perRecordMs = 0.04;

/** On the machine's clock, since time has to pass within a turn: a backlog in `in-0` that is worked as it is polled. */
async function catchingUp(
  second: (startMs: number) => number[],
  idlenessMs: number | undefined,
): Promise<TestEngine> {
  const log = createEmbeddedLog({ clock: systemClock });
  log.createTopic("in", 2);
  log.createTopic("out", 1);
  const builder = new StreamsBuilder();
  const watermark = WatermarkStrategy.boundedOutOfOrderness<string, string>(0).withIdleness(idlenessMs);
  builder
    .stream("in", { ...strings, watermark })
    .filter(() => {
      const untilMs = systemClock.monotonicMs() + perRecordMs;
      while (systemClock.monotonicMs() < untilMs);
      return false;
    })
    .to("out", strings);
  const key = Buffer.from("k");
  const startMs = systemClock.nowMs() - backlog;
  const stamped = (timestampMs: number) => ({ key, value: key, timestampMs, headers: [] });
  log.append(
    "in",
    0,
    Array.from({ length: backlog }, (_, i) => stamped(startMs + i)),
  );
  log.append("in", 1, second(startMs).map(stamped));
  const engine = createTestEngine({
    applicationId: "app",
    topology: builder.build(),
    log: log.client({}),
    env: {},
    logger: pino({ level: "silent" }),
    settings: { "server.enabled": false },
  });
  await engine.start();
  return engine;
}

/** Looks at every tick until the backlog is worked off. */
async function seenOf(engine: TestEngine, state: "held" | "idle"): Promise<boolean> {
  let seen = false;
  await new Promise<void>((resolve) => {
    const look = (): void => {
      const [first, second] = engine.snapshot().watermarks.partitions;
      seen ||= second?.state === state;
      if (seen || first?.lag === "0") resolve();
      else systemClock.after(100, look);
    };
    look();
  });
  await engine.stop();
  return seen;
}

describe("while a backlog is worked as fast as it is polled", () => {
  it("a head that is stamped ahead is held, and event time goes on", async () => {
    const hoursAhead = systemClock.nowMs() + 7_200_000;
    expect(await seenOf(await catchingUp((startMs) => [startMs, hoursAhead], undefined), "held")).toBe(true);
  });

  it("a partition that has nothing more becomes idle", async () => {
    expect(await seenOf(await catchingUp((startMs) => [startMs], 700), "idle")).toBe(true);
  });
});

describe("an instance that has lost its partitions", () => {
  it("has no watermark", async () => {
    const world = new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: passThrough() });
    world.append("in", 0, [{ key: "a", value: "v", ts: 5 }]);
    const first = await world.start();
    await world.pass(500);
    await world.start({ takesOver: true });
    await world.pass(1500);
    expect(first.snapshot().watermarks).toMatchObject({ partitions: [], globalWatermarkMs: null });
  });
});

describe("an asynchronous call that comes back after the app has stopped", () => {
  it("calls nothing behind it", async () => {
    const calls: string[] = [];
    let answer: () => void = () => {};
    const builder = new StreamsBuilder();
    builder
      .stream("in", strings)
      .mapValuesAsync((value) => new Promise<string>((resolve) => (answer = () => resolve(value))))
      .mapValuesAsync(async (value) => {
        calls.push(value);
        return value;
      })
      .to("out", strings);
    const world = new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: builder.build() });
    world.append("in", 0, [{ key: "a", value: "v", ts: 0 }]);
    await world.start();
    await world.pass(100);
    const stopped = world.app.stop({ drainTimeoutMs: 100 });
    await world.pass(500);
    await stopped;
    answer();
    await world.pass(100);
    expect(calls).toEqual([]);
  });
});

import type { ServerResponse } from "node:http";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { z } from "zod";
import { openDatabase } from "../database/open-database.ts";
import { openHistory } from "../history/open-history.ts";
import { appConfigOf } from "../testing/app-config-of.ts";
import { deltaOf, envelopeOf, lateDropOf, partitionOf, snapshotOf, startMs } from "../testing/bodies.ts";
import { collecting, silent, until, untilConnection, untilSequence } from "../testing/collecting.ts";
import { FakeEngine, json, send } from "../testing/fake-engine.ts";
import { collectedRow } from "../wire/index.ts";

const limits = {
  connectTimeoutMs: 150,
  silenceMs: 300,
  messageBytesMax: 200_000,
  eventsPerSecondMax: 100,
};

type Kind = "unreachable" | "invalid";
const feed = (response: ServerResponse, text = "") =>
  response.writeHead(200, { "content-type": "text/event-stream" }).write(text || ":\n\n");
const event = (name: string, body: unknown) => `event: ${name}\ndata: ${JSON.stringify(body)}\n\n`;
const endAfter = (response: ServerResponse, end: () => void) => {
  feed(response);
  end();
};
const endless = (response: ServerResponse) => {
  feed(response, "data: ");
  const more = () => {
    while (!response.destroyed && response.write("x".repeat(10_000)));
  };
  response.on("drain", more);
  more();
};

const badFeeds: readonly [string, Kind, RegExp, (response: ServerResponse) => void][] = [
  ["a page of something else", "invalid", /something else than an event stream/, (r) => void r.end("<html>")],
  ["no such path", "invalid", /GET \/events with status 404: no StoatFlow app\?/, (r) => json(r, 404, {})],
  ["too busy", "unreachable", /answers with status 503/, (r) => json(r, 503, {})],
  [
    "a redirect",
    "invalid",
    /redirect, which is not followed/,
    (r) => void r.writeHead(302, { location: "/x" }).end(),
  ],
  ["never an answer", "unreachable", /^no answer for 0.15 s$/, () => undefined],
  ["silence", "unreachable", /^it sent nothing for 0.3 s$/, (r) => void feed(r)],
  ["an end at once", "unreachable", /^it ended the connection$/, (r) => endAfter(r, () => r.end())],
  [
    "a broken connection",
    "unreachable",
    /^it broke the connection off$/,
    (r) => endAfter(r, () => r.destroy()),
  ],
  ["no JSON", "invalid", /^snapshot: not JSON$/, (r) => void feed(r, "event: snapshot\ndata: {\n\n")],
  ["nothing in it", "invalid", /^snapshot: app: expected string/, (r) => void feed(r, event("snapshot", {}))],
  [
    "a number for an offset",
    "invalid",
    /^snapshot: watermarks\.partitions\[1\]\.lag: expected string, received number$/,
    (r) => {
      const bad = snapshotOf() as unknown as { watermarks: { partitions: object[] } };
      bad.watermarks.partitions[1] = { ...bad.watermarks.partitions[1], lag: 7 };
      feed(r, event("snapshot", bad));
    },
  ],
  [
    "an offset beyond 64 bits",
    "invalid",
    /^snapshot: watermarks\.partitions\[0\]\.position: larger than 9223372036854775807$/,
    (r) =>
      feed(
        r,
        event("snapshot", snapshotOf({ partitions: [partitionOf(0, { position: "9223372036854775808" })] })),
      ),
  ],
  [
    "a count that no sum could hold",
    "invalid",
    /^snapshot: status\.counters\.violations\.lane_order: 9007199254740991 is more than can be counted$/,
    (r) => {
      const { counters } = snapshotOf().status;
      const violations = { ...counters.violations, lane_order: 9_007_199_254_740_991 };
      feed(r, event("snapshot", snapshotOf({ status: { counters: { ...counters, violations } } })));
    },
  ],
  [
    "a sequence that no sum could hold",
    "invalid",
    /^snapshot: sequence: 9223372036854775807 is more than can be counted up to$/,
    (r) => void feed(r, event("snapshot", { ...snapshotOf(), sequence: "9223372036854775807" })),
  ],
  [
    "a clock before all time",
    "invalid",
    /^snapshot: atMs: -9007199254740991 is no time of a clock$/,
    (r) => void feed(r, event("snapshot", snapshotOf({ atMs: -9_007_199_254_740_991 }))),
  ],
  [
    "a delta with a count that no sum could hold",
    "invalid",
    /^delta: status\.generation: 9007199254740991 is more than can be counted$/,
    (r) => {
      const next = snapshotOf({ sequence: 2, status: { generation: 9_007_199_254_740_991 } });
      feed(r, event("snapshot", snapshotOf()) + event("delta", deltaOf(snapshotOf(), next)));
    },
  ],
  [
    "a newer wire",
    "invalid",
    /^snapshot: wireVersion: the app speaks 2, this console 1; update this console$/,
    (r) => void feed(r, event("snapshot", { ...snapshotOf(), wireVersion: 2 })),
  ],
  [
    "an older wire",
    "invalid",
    /^snapshot: wireVersion: the app speaks 0, this console 1; update the app$/,
    (r) => void feed(r, event("snapshot", { ...snapshotOf(), wireVersion: 0 })),
  ],
  [
    "a partition twice",
    "invalid",
    /names a partition twice/,
    (r) => void feed(r, event("snapshot", snapshotOf({ partitions: [partitionOf(0), partitionOf(0)] }))),
  ],
  [
    "a delta that does not add up",
    "invalid",
    /^delta: watermarks\.total: is 5, but there are 2 partitions$/,
    (r) => {
      const delta = deltaOf(snapshotOf(), snapshotOf({ sequence: 2 }));
      feed(
        r,
        event("snapshot", snapshotOf()) +
          event("delta", { ...delta, watermarks: { ...delta.watermarks, total: 5 } }),
      );
    },
  ],
  [
    "deltas that do not follow on",
    "invalid",
    /^9 deltas do not follow on/,
    (r) => {
      const delta = deltaOf(snapshotOf({ sequence: 7 }), snapshotOf({ sequence: 8 }));
      feed(r, event("snapshot", snapshotOf()) + event("delta", delta).repeat(9));
    },
  ],
  [
    "a huge event",
    "invalid",
    /larger than 200000 bytes/,
    (r) => void feed(r, `data: ${"x".repeat(300_000)}\n\n`),
  ],
  ["an event without end", "invalid", /larger than 200000 bytes/, endless],
  [
    "lines without an event",
    "invalid",
    /larger than 200000 bytes/,
    (r) => void feed(r, "id: 1\n\n".repeat(40_000)),
  ],
];

test.each(badFeeds)("%s is %s, told, and no other app's trouble", async (_, kind, reason, answer) => {
  await using good = await FakeEngine.start();
  await using bad = await FakeEngine.start();
  bad.bend("/events", answer);
  using collectors = collecting({ bad, good }, { limits });
  const app = collectors.get("bad");
  await until(
    () => app.summary().connection,
    (connection) => connection.kind === kind && reason.test(connection.reason),
  );
  good.tick();
  await untilSequence(collectors.get("good"), "2");
  const rows = z.array(collectedRow).parse(collectors.list().map((one) => one.listed()));
  expect(rows.map(({ id }) => id)).toEqual(["bad", "good"]);

  bad.bend("/events", undefined);
  bad.tick();
  await untilSequence(app, "2");
});

test.each(["id", "next"])(
  "an entry whose %s is beyond 64 bits is a bad answer, and no other app's history stands still",
  async (field) => {
    await using good = await FakeEngine.start();
    await using bad = await FakeEngine.start();
    const tooLarge = { id: "1", next: "1", [field]: "9223372036854775808" };
    bad.bend("/late-drops", (response) =>
      json(response, 200, {
        ...envelopeOf("boot1", 2),
        items: [{ ...lateDropOf(1), id: tooLarge.id }],
        next: tooLarge.next,
        missed: 0,
        total: 1,
        retained: 1,
        limit: 2000,
      }),
    );
    const database = await openDatabase(":memory:");
    const history = await openHistory({ database, logger: silent });
    using collectors = collecting({ bad, good }, { observer: history.observer });
    await untilSequence(collectors.get("bad"), "1");
    bad.tick({ lateDropsNext: "1" });
    await untilSequence(collectors.get("bad"), "2");
    expect(await collectors.get("bad").lateDrops({ limit: 1 })).toMatchObject({
      items: [],
      freshness: { kind: "failed", reason: expect.stringContaining("larger than 9223372036854775807") },
    });
    good.tick();
    await untilSequence(collectors.get("good"), "2");
    await history.flush();
    expect(history.writerState()).toMatchObject({ failure: undefined });
    await history.stop();
    await database.destroy();
  },
);

test("what answers, but not in HTTP, is invalid", async () => {
  const server = createServer((socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await using good = await FakeEngine.start();
  const apps = [appConfigOf("ssh", `http://127.0.0.1:${port}/`)];
  using collectors = collecting({ good }, { apps });
  const { connection } = await untilConnection(collectors.get("ssh"), "invalid");
  expect(connection).toMatchObject({ reason: "what it answers is not HTTP" });
  server.close();
});

/** A clock that a test sets; its timers run at once where they are the wait of an app that floods, which is counted. */
function floodClock() {
  const clock = {
    waits: 0,
    atMs: startMs,
    nowMs: () => clock.atMs,
    after: (delayMs: number, callback: () => void) => {
      const isWait = delayMs === 1000;
      if (isWait) clock.waits += 1;
      const timer = setTimeout(callback, isWait ? 1 : delayMs);
      return () => clearTimeout(timer);
    },
  };
  return clock;
}

test("an app that floods is read at a bounded rate", async () => {
  await using flooding = await FakeEngine.start();
  const clock = floodClock();
  using collectors = collecting({ flooding }, { clock });
  const app = collectors.get("flooding");
  await untilSequence(app, "1");
  for (let i = 0; i < 1000; i += 1) flooding.tick();
  await untilSequence(app, "1001");
  expect(clock.waits).toBeGreaterThan(3);
});

test("a console whose clock is set back holds up no app that keeps to the rate", async () => {
  await using steady = await FakeEngine.start();
  const clock = floodClock();
  using collectors = collecting({ steady }, { clock, limits: { ...limits, eventsPerSecondMax: 10 } });
  const app = collectors.get("steady");
  await untilSequence(app, "1");
  clock.atMs -= 3_600_000;
  for (let sequence = 2; sequence <= 20; sequence += 1) {
    clock.atMs += 200;
    steady.tick();
    await untilSequence(app, String(sequence));
  }
  expect(clock.waits).toBe(0);
});

test("an invalid feed is begun anew, without the tick that may be what went wrong", async () => {
  await using engine = await FakeEngine.start();
  using collectors = collecting({ orders: engine });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  engine.sendRaw("event: delta\ndata: {}\n\n");
  await untilConnection(app, "invalid");
  expect(app.summary().sequence).toBe("1");
  engine.tick();
  await untilSequence(app, "2");
  expect(engine.asked("/events").map(({ headers }) => headers["last-event-id"])).toEqual([
    undefined,
    undefined,
  ]);
});

test("events of a kind not known here, repeats and comments do no harm", async () => {
  await using engine = await FakeEngine.start();
  using collectors = collecting({ orders: engine });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  engine.sendRaw(": beat\n\nevent: hold\ndata: what\n\n");
  for (const response of engine.feeds) send(response, "snapshot", engine.current);
  engine.tick();
  await untilSequence(app, "2");
  expect(app.recentTicks().ticks.map(({ sequence }) => sequence)).toEqual(["1", "2"]);
  expect(engine.asked("/events")).toHaveLength(1);
});

test("an app with 10,000 partitions is taken", async () => {
  const partitions = Array.from({ length: 10_000 }, (_, i) => partitionOf(i, { lag: "900719925474099" }));
  await using engine = await FakeEngine.start({ partitions });
  using collectors = collecting({ orders: engine });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  engine.tick({ partitions: partitions.map((p) => ({ ...p, lag: "900719925474100" })) });
  const summary = await untilSequence(app, "2");
  expect(summary).toMatchObject({ partitions: 10_000, lag: "9007199254741000000" });
  const { ticks, omittedPartitions } = app.recentTicks();
  expect(ticks).toHaveLength(2);
  expect(omittedPartitions).toBe(10_000 - 64);
  expect(Object.keys(ticks[0]?.watermarks ?? {})).toContain("orders-0");
  expect(Object.keys(app.recentTicks(["orders-9999"]).ticks[1]?.watermarks ?? {})).toEqual(["orders-9999"]);
});

test("no request carries an Origin, which an engine would refuse", async () => {
  await using engine = await FakeEngine.start();
  using collectors = collecting({ orders: engine });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  await app.pause({ actor: "ana", reason: "deploy" });
  await until(
    () => engine.heard.length,
    (count) => count >= 4,
  );
  for (const { headers } of engine.heard) expect(headers.origin).toBeUndefined();
});

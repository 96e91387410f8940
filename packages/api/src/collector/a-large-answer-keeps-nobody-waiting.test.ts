import type { LateDrop } from "@stoatflow/engine/wire";
import { expect, test, vi } from "vitest";
import { systemClock } from "../clock.ts";
import { envelopeOf, lateDropOf, partitionOf, snapshotOf } from "../testing/bodies.ts";
import { collecting, untilSequence } from "../testing/collecting.ts";
import { FakeEngine } from "../testing/fake-engine.ts";
import { EntryCollector, type OfBoot } from "./entry-collector.ts";
import { EntryRing } from "./entry-ring.ts";
import { defaultSourceLimits } from "./http/source-limits.ts";
import { stoatFlowSource } from "./http/stoatflow-source.ts";

/** Counts the turns of the process: in each of them whatever else waits is done. */
function turns() {
  let count = 0;
  let next = setImmediate(function turn() {
    count += 1;
    next = setImmediate(turn);
  });
  return { now: () => count, [Symbol.dispose]: () => clearImmediate(next) };
}

/** When, in turns, the largest text was parsed, and how large that was. */
function parsing(now: () => number) {
  const largest = { length: 0, turn: 0 };
  const parse = JSON.parse;
  const spy = vi.spyOn(JSON, "parse").mockImplementation((text: string) => {
    if (text.length > largest.length) Object.assign(largest, { length: text.length, turn: now() });
    return parse(text);
  });
  return { largest, [Symbol.dispose]: () => spy.mockRestore() };
}

const heavy = (id: number): LateDrop => {
  const content = {
    encoding: "utf8" as const,
    text: "x".repeat(20_000),
    sizeBytes: 20_000,
    truncated: false,
  };
  return { ...lateDropOf(id), headers: Array.from({ length: 9 }, (_, i) => [`header ${i}`, content]) };
};

function sourceOf(answer: () => Response) {
  return stoatFlowSource({
    appId: "orders",
    url: "http://127.0.0.1:1/",
    clock: systemClock,
    fetch: async () => answer(),
  });
}

test("of entries with large payloads no more are parsed in one piece than the bound says, and all are had", async () => {
  await using engine = await FakeEngine.start();
  engine.lateDrops = Array.from({ length: 40 }, (_, i) => heavy(i + 1));
  expect(JSON.stringify(engine.lateDrops).length).toBeGreaterThan(3 * defaultSourceLimits.entriesBytesMax);
  using parsed = parsing(() => 0);
  using collectors = collecting({ orders: engine });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  engine.tick({ lateDropsNext: "40" });
  await untilSequence(app, "2");
  expect(await app.lateDrops({ limit: 100 })).toMatchObject({ retained: 40, freshness: { kind: "current" } });
  expect(parsed.largest.length).toBeGreaterThan(1_000_000);
  expect(parsed.largest.length).toBeLessThanOrEqual(defaultSourceLimits.entriesBytesMax);
  expect(engine.asked("/late-drops").length).toBeLessThan(8);
});

test("one entry alone may be larger than that", async () => {
  await using engine = await FakeEngine.start();
  const [one] = heavy(1).headers;
  if (one === undefined) throw new Error("a heavy entry has headers");
  engine.lateDrops = [1, 2].map((id) => ({
    ...lateDropOf(id),
    headers: Array.from({ length: 100 }, () => one),
  }));
  const { entriesBytesMax } = defaultSourceLimits;
  using collectors = collecting({ orders: engine }, { limits: { entriesBytesMax: entriesBytesMax / 2 } });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  engine.tick({ lateDropsNext: "2" });
  await untilSequence(app, "2");
  expect(await app.lateDrops({ limit: 100 })).toMatchObject({ retained: 2, freshness: { kind: "current" } });
});

test("between the parsing of an answer and its checking others have their turn", async () => {
  using turn = turns();
  using parsed = parsing(turn.now);
  const ring = { missed: 0, total: 9, retained: 9, limit: 2000, next: "9" };
  const items = Array.from({ length: 9 }, (_, i) => heavy(i + 1));
  const source = sourceOf(() => Response.json({ ...envelopeOf("boot1", 1), ...ring, items }));
  const body = await source.lateDrops("0", 100, new AbortController().signal);
  expect(body.items).toEqual(items);
  expect(parsed.largest.length).toBeGreaterThan(1_000_000);
  expect(turn.now()).toBeGreaterThan(parsed.largest.turn);
});

test("between the checking of an answer and its taking others have their turn", async () => {
  using turn = turns();
  const told: number[] = [];
  const taken = await new Promise<number>((resolve) => {
    const list = new EntryCollector({
      clock: systemClock,
      ring: new EntryRing<OfBoot<{ readonly id: string }>>(() => 1),
      fetchAfter: async () => {
        told.push(turn.now());
        return { bootId: "boot1", items: [{ id: "1" }], next: "1", missed: 0, total: 1 };
      },
      onTaken: () => resolve(turn.now()),
    });
    list.announce("boot1", "1");
  });
  expect(taken).toBeGreaterThan(told[0] ?? taken);
});

test("while a tick of 10,000 partitions is checked others have their turn ten times", async () => {
  using turn = turns();
  using parsed = parsing(turn.now);
  const partitions = Array.from({ length: 10_000 }, (_, i) => partitionOf(i));
  const text = `event: snapshot\ndata: ${JSON.stringify(snapshotOf({ partitions }))}\n\n`;
  const headers = { "content-type": "text/event-stream" };
  const source = sourceOf(() => new Response(text, { headers }));
  const taken = await new Promise<number>((resolve, reject) => {
    source.connect(undefined, {
      tick: () => resolve(turn.now()),
      seen: () => undefined,
      ended: ({ reason }) => reject(new Error(reason)),
    });
  });
  expect(taken - parsed.largest.turn).toBeGreaterThanOrEqual(10);
});

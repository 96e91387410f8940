import { expect, test } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import type { FeedSnapshot } from "../wire/index.ts";
import { beatIntervalMs } from "./feed.ts";
import { exchange } from "./testing/exchange.ts";
import { FeedClient } from "./testing/feed-client.ts";
import { startFake } from "./testing/start-fake.ts";

test("a reader gets a whole snapshot, then each tick, and holds the newest one exactly", async () => {
  const { url, app } = await startFake({ partitions: 3 });
  const reader = new FeedClient(url);
  await reader.untilEvents(1);
  expect(reader.kinds).toEqual(["snapshot"]);
  expect(reader.held()).toEqual(app.current());

  app.tick();
  app.tick((next) => ({
    ...next,
    watermarks: { ...next.watermarks, partitions: next.watermarks.partitions.slice(1) },
  }));
  await reader.untilEvents(3);
  expect(reader.kinds).toEqual(["snapshot", "delta", "delta"]);
  expect(reader.ids).toEqual(["b3f1-1", "b3f1-2", "b3f1-3"]);
  expect(reader.held()).toEqual(app.current());
});

test("a stream is neither kept nor held up on its way", async () => {
  const { url } = await startFake();
  const reader = new FeedClient(url);
  await reader.untilEvents(1);
  expect(reader.status).toBe(200);
  expect(reader.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
  expect(reader.headers["content-encoding"]).toBeUndefined();
});

test("a quiet stream carries a comment every 15 seconds, and none once all readers are gone", async () => {
  const clock = new ManualClock();
  const { url, app } = await startFake({ clock });
  const reader = new FeedClient(url);
  await reader.untilEvents(1);
  expect(beatIntervalMs).toBe(15_000);
  await clock.advance(beatIntervalMs);
  await clock.advance(beatIntervalMs);
  await reader.until(() => reader.comments === 2);
  reader.leave();
  await expect.poll(() => app.clientCounts.at(-1)).toBe(0);
  expect(clock.nextDueMs()).toBeUndefined();
});

test("the app is told how many readers there are", async () => {
  const { url, app, limits } = await startFake();
  const first = new FeedClient(url);
  await first.untilEvents(1);
  const second = new FeedClient(url);
  await second.untilEvents(1);
  expect(limits()["server.feed.readers"]).toEqual({ used: 2, limit: 64 });
  first.leave();
  second.leave();
  await expect.poll(() => app.clientCounts).toEqual([1, 2, 1, 0]);
});

test("twenty readers cost one delta a tick, and each holds the newest tick", async () => {
  const { url, app } = await startFake({ partitions: 50 });
  let readings = 0;
  const counted = (next: FeedSnapshot): FeedSnapshot => {
    const { partitions } = next.watermarks;
    const watermarks = {
      ...next.watermarks,
      get partitions() {
        readings++;
        return partitions;
      },
    };
    return { ...next, watermarks };
  };
  const first = new FeedClient(url);
  await first.untilEvents(1);
  app.tick(counted);
  const readingsByOneReader = readings;

  const readers = [first, ...Array.from({ length: 19 }, () => new FeedClient(url))];
  await Promise.all(readers.map((reader) => reader.until(() => reader.ids.at(-1) === "b3f1-2")));
  app.tick();
  readings = 0;
  app.tick(counted);
  expect(readings).toBe(readingsByOneReader);
  await Promise.all(readers.map((reader) => reader.until(() => reader.ids.at(-1) === "b3f1-4")));
  for (const reader of readers) expect(reader.held()).toEqual(app.current());
});

test("one reader too many is refused by the name of the bound, and a place that is given up is free", async () => {
  const { url, app } = await startFake({ feedLimits: { readersMax: 2 } });
  const readers = [new FeedClient(url), new FeedClient(url)];
  await Promise.all(readers.map((reader) => reader.untilEvents(1)));
  const refused = await exchange(`${url}/events`);
  expect(refused.status).toBe(503);
  expect(refused.headers["retry-after"]).toBe("5");
  expect(JSON.parse(refused.body).error).toMatchObject({ code: "too-many-readers" });
  expect(refused.body).toContain("all 2 places of server.feed.readers");

  readers[0]?.leave();
  await expect.poll(() => app.clientCounts.at(-1)).toBe(1);
  const late = new FeedClient(url);
  await late.untilEvents(1);
  expect(late.held()).toEqual(app.current());
});

test("a feed that nobody can come back to does no work for its ticks, and wakes with the newest", async () => {
  const { url, app, limits } = await startFake({ feedLimits: { resumeDeltasMax: 3 } });
  const first = new FeedClient(url);
  await first.untilEvents(1);
  first.leave();
  await expect.poll(() => app.clientCounts.at(-1)).toBe(0);
  for (let i = 0; i < 3; i++) app.tick();
  expect(limits()["server.feed.resume-deltas"]?.used).toBe(3);
  for (let i = 0; i < 5; i++) app.tick();
  expect(limits()["server.feed.resume-deltas"]?.used).toBe(0);

  const second = new FeedClient(url);
  await second.untilEvents(1);
  app.tick();
  await second.untilEvents(2);
  expect(second.kinds).toEqual(["snapshot", "delta"]);
  expect(second.held()).toEqual(app.current());
});

import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import { FeedReader } from "./feed-reader.ts";
import { FeedClient } from "./testing/feed-client.ts";
import { startFake } from "./testing/start-fake.ts";

/** A stream that takes a write only when told to. */
function slowStream() {
  const written: string[] = [];
  let taken: (() => void) | undefined;
  const stream = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _, done) => {
      written.push(chunk.toString());
      taken = done;
    },
  });
  return { stream, written, take: () => taken?.() };
}

function readerOf(stream: Writable, clock = new ManualClock()) {
  let newest = "newest 0";
  let ends = 0;
  const reader = new FeedReader({
    stream,
    clock,
    stallMs: 60_000,
    newest: () => Buffer.from(newest),
    onEnd: () => ends++,
  });
  return {
    reader,
    clock,
    tick: (name: string) => {
      newest = `newest at ${name}`;
      reader.tick(Buffer.from(name));
    },
    ends: () => ends,
  };
}

describe("one reader", () => {
  test("that takes its bytes before the next tick goes on with deltas", async () => {
    const { stream, written, take } = slowStream();
    const { reader, tick } = readerOf(stream);
    reader.begin([]);
    for (const name of ["d1", "d2"]) {
      take();
      await expect.poll(() => stream.writableNeedDrain).toBe(false);
      tick(name);
    }
    expect(written.slice(1)).toEqual(["d1", "d2"]);
  });

  test("that misses ticks gets one snapshot of the newest, and deltas from there", async () => {
    const { stream, written, take } = slowStream();
    const { reader, tick } = readerOf(stream);
    reader.begin([]);
    for (const name of ["d1", "d2", "d3"]) tick(name);
    expect(stream.writableLength).toBe(written[0]?.length);
    take();
    await expect.poll(() => written.length).toBe(2);
    take();
    await expect.poll(() => stream.writableNeedDrain).toBe(false);
    tick("d4");
    expect(written.slice(1)).toEqual(["newest at d3", "d4"]);
  });

  test("that takes nothing for the stall time is cut off, once", async () => {
    const { stream } = slowStream();
    const { reader, tick, clock, ends } = readerOf(stream);
    reader.begin([]);
    tick("d1");
    await clock.advance(59_999);
    expect(stream.destroyed).toBe(false);
    await clock.advance(1);
    expect(stream.destroyed).toBe(true);
    await expect.poll(ends).toBe(1);
    reader.end();
    expect(ends()).toBe(1);
  });

  test("leaves no timer behind, however it ends", async () => {
    const { stream } = slowStream();
    const { reader, clock, ends } = readerOf(stream);
    reader.begin([]);
    expect(clock.nextDueMs()).toBeDefined();
    stream.destroy(new Error("the peer is gone"));
    await expect.poll(ends).toBe(1);
    expect(clock.nextDueMs()).toBeUndefined();
  });
});

test("a reader that stops reading its socket never makes the server queue more than one event", async () => {
  const { url, app } = await startFake({ partitions: 2000 });
  const quick = new FeedClient(url);
  const slow = new FeedClient(url);
  await Promise.all([quick.untilEvents(1), slow.untilEvents(1)]);
  slow.stopReading();

  const ticks = 60;
  for (let i = 1; i <= ticks; i++) {
    const { sequence } = app.tick();
    await quick.until(() => quick.ids.at(-1) === `b3f1-${sequence}`);
  }
  slow.readOn();
  await slow.until(() => slow.ids.at(-1) === `b3f1-${app.sequence}`);

  expect(quick.kinds.filter((kind) => kind === "delta")).toHaveLength(ticks);
  expect(slow.events.length).toBeLessThan(quick.events.length);
  expect(slow.kinds.at(-1)).toBe("snapshot");
  expect(slow.bytes).toBeLessThan(quick.bytes / 2);
  expect(slow.held()).toEqual(app.current());

  app.tick();
  await slow.until(() => slow.ids.at(-1) === `b3f1-${app.sequence}`);
  expect(slow.kinds.at(-1)).toBe("delta");
  expect(slow.held()).toEqual(app.current());
});

test("a reader that never reads on loses its place, and the others notice nothing", async () => {
  const clock = new ManualClock();
  const { url, app } = await startFake({ partitions: 2000, clock });
  const quick = new FeedClient(url);
  const stuck = new FeedClient(url);
  await Promise.all([quick.untilEvents(1), stuck.untilEvents(1)]);
  stuck.stopReading();
  for (let i = 1; i <= 40; i++) {
    const { sequence } = app.tick();
    await quick.until(() => quick.ids.at(-1) === `b3f1-${sequence}`);
  }
  await clock.advance(60_000);
  await expect.poll(() => app.clientCounts.at(-1)).toBe(1);
  app.tick();
  await quick.until(() => quick.ids.at(-1) === `b3f1-${app.sequence}`);
  expect(quick.held()).toEqual(app.current());
});

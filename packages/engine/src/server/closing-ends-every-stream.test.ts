import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import { exchange } from "./testing/exchange.ts";
import { FeedClient } from "./testing/feed-client.ts";
import { startFake } from "./testing/start-fake.ts";

test("readers see the end of their stream, and the port is free", async () => {
  const { url, app, close } = await startFake();
  const readers = Array.from({ length: 5 }, () => new FeedClient(url));
  await Promise.all(readers.map((reader) => reader.untilEvents(1)));
  await close();
  await Promise.all(readers.map((reader) => reader.until(() => reader.ended)));
  expect(app.listeners).toBe(0);
  expect(app.clientCounts.at(-1)).toBe(0);
  await expect(exchange(`${url}/health/live`)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("a reader that takes nothing does not hold it up, not even for the grace", async () => {
  const { url, app, close } = await startFake({ partitions: 2000, clock: new ManualClock() });
  const quick = new FeedClient(url);
  const stuck = new FeedClient(url);
  await Promise.all([quick.untilEvents(1), stuck.untilEvents(1)]);
  stuck.stopReading();
  for (let i = 1; i <= 40; i++) {
    const { sequence } = app.tick();
    await quick.until(() => quick.ids.at(-1) === `b3f1-${sequence}`);
  }
  await close();
  expect(app.clientCounts.at(-1)).toBe(0);
});

test("a client that never finishes its request is cut off after the grace", async () => {
  const clock = new ManualClock();
  const { port, close, limits } = await startFake({ clock });
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
  });
  socket.write(
    `POST /pause HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  );
  await expect.poll(() => limits()["server.connections"]?.used).toBe(1);
  const ended = new Promise((resolve) => socket.on("close", resolve));
  const closed = close();
  await clock.advance(1000);
  await Promise.all([closed, ended]);
  expect(clock.nextDueMs()).toBeUndefined();
});

test("closing twice is closing once", async () => {
  const { close } = await startFake();
  await Promise.all([close(), close()]);
  await close();
});

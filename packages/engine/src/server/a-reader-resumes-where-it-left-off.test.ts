import { expect, test } from "vitest";
import { FeedClient } from "./testing/feed-client.ts";
import { type StartedFake, startFake } from "./testing/start-fake.ts";

async function readAndLeave({ url, app }: StartedFake): Promise<string> {
  const reader = new FeedClient(url);
  await reader.untilEvents(1);
  reader.leave();
  await expect.poll(() => app.clientCounts.at(-1)).toBe(0);
  return reader.ids.at(-1) ?? "";
}

test("by Last-Event-ID it gets the ticks that it missed, and no snapshot", async () => {
  const fake = await startFake();
  const lastEventId = await readAndLeave(fake);
  for (let i = 0; i < 3; i++) fake.app.tick();
  const back = new FeedClient(fake.url, { "last-event-id": lastEventId });
  await back.untilEvents(3);
  fake.app.tick();
  await back.untilEvents(4);
  expect(back.kinds).toEqual(["delta", "delta", "delta", "delta"]);
  expect(back.ids).toEqual(["b3f1-2", "b3f1-3", "b3f1-4", "b3f1-5"]);
});

test("where it has missed nothing it gets the next tick alone", async () => {
  const fake = await startFake();
  const lastEventId = await readAndLeave(fake);
  const back = new FeedClient(fake.url, { "last-event-id": lastEventId });
  await back.until(() => back.status === 200);
  fake.app.tick();
  await back.untilEvents(1);
  expect(back.ids).toEqual(["b3f1-2"]);
  expect(back.kinds).toEqual(["delta"]);
});

test("beyond what is kept it begins anew", async () => {
  const fake = await startFake({ feedLimits: { resumeDeltasMax: 2 } });
  const lastEventId = await readAndLeave(fake);
  for (let i = 0; i < 3; i++) fake.app.tick();
  const back = new FeedClient(fake.url, { "last-event-id": lastEventId });
  await back.untilEvents(1);
  expect(back.kinds).toEqual(["snapshot"]);
  expect(back.held()).toEqual(fake.app.current());
});

test.each([
  ["another boot", "a0a0-2"],
  ["another boot with a larger sequence", "a0a0-999999"],
  ["a boot whose name begins alike", "b3f1-x-2"],
  ["a sequence that has not come yet", "b3f1-999"],
  ["no id of ours", "17"],
  ["nothing", ""],
])("after %s it begins anew instead of falling silent", async (_, lastEventId) => {
  const fake = await startFake();
  await readAndLeave(fake);
  fake.app.tick();
  fake.app.tick();
  const back = new FeedClient(fake.url, { "last-event-id": lastEventId });
  await back.untilEvents(1);
  fake.app.tick();
  await back.untilEvents(2);
  expect(back.kinds).toEqual(["snapshot", "delta"]);
  expect(back.held()).toEqual(fake.app.current());
});

test("a boot id with hyphens resumes too", async () => {
  const fake = await startFake({ bootId: "2026-11-30-b3" });
  const lastEventId = await readAndLeave(fake);
  fake.app.tick();
  const back = new FeedClient(fake.url, { "last-event-id": lastEventId });
  await back.untilEvents(1);
  expect(back.ids).toEqual(["2026-11-30-b3-2"]);
  expect(back.kinds).toEqual(["delta"]);
});

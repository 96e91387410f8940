import { expect, it, vi } from "vitest";
import type { LeaderChange, LogConsumer } from "../ports.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { passThrough } from "../testing/topologies.ts";
import { leaderChangesMax } from "../wire/index.ts";

/** A world whose log tells, with its next poll, that the leaders of `in-0` changed. */
function worldWithLeaders() {
  const world = new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: passThrough() });
  const untold: LeaderChange[] = [];
  const clientOf = world.log.client.bind(world.log);
  vi.spyOn(world.log, "client").mockImplementation((join) => {
    const client = clientOf(join);
    const consumerOf = client.consumer.bind(client);
    vi.spyOn(client, "consumer").mockImplementation((options) => telling(consumerOf(options)));
    return client;
  });
  const telling = (consumer: LogConsumer): LogConsumer => {
    const poll = consumer.poll.bind(consumer);
    vi.spyOn(consumer, "poll").mockImplementation(() => ({ ...poll(), leaderChanges: untold.splice(0) }));
    return consumer;
  };
  const elect = (toEpoch: number): void => {
    const partition = { topic: "in", partition: 0 };
    untold.push({ partition, fromEpoch: toEpoch - 1, toEpoch, atOffset: 2n ** 53n + BigInt(toEpoch) });
  };
  return { world, elect };
}

it("a change of a leader is told with the time at which the app read it", async () => {
  const { world, elect } = worldWithLeaders();
  await world.start();
  expect(world.app.look().status.leaderChanges).toEqual([]);
  elect(5);
  await world.pass(2000);
  const [told, ...others] = world.app.look().status.leaderChanges ?? [];
  const { readAtMs, ...change } = told ?? { readAtMs: Number.NaN };
  expect(change).toEqual({
    id: "1",
    topic: "in",
    partition: 0,
    fromEpoch: 4,
    toEpoch: 5,
    atOffset: "9007199254740997",
  });
  expect(readAtMs).toBeGreaterThan(world.startMs);
  expect(readAtMs).toBeLessThanOrEqual(world.clock.nowMs());
  expect(others).toEqual([]);
});

it("the newest are kept, newest first, and no more than the bound that the status tells", async () => {
  const { world, elect } = worldWithLeaders();
  await world.start();
  for (let epoch = 1; epoch <= leaderChangesMax + 3; epoch += 1) elect(epoch);
  await world.pass(2000);
  const { leaderChanges = [], limits } = world.app.look().status;
  expect(leaderChanges.map(({ id }) => Number(id))).toEqual(
    Array.from({ length: leaderChangesMax }, (_, i) => leaderChangesMax + 3 - i),
  );
  expect(limits["ring.leader-changes"]).toEqual({ used: leaderChangesMax, limit: leaderChangesMax });
});

import type { ProducerRecord } from "@stoatflow/engine";
import { ManualClock, SeededRandom } from "@stoatflow/engine/testing";
import { expect, test } from "vitest";
import { Feed } from "./feed.ts";
import { OrderGenerator } from "./orders/order-generator.ts";

function feedInto(write: (records: readonly ProducerRecord[]) => Promise<void> | void) {
  const clock = new ManualClock();
  const random = new SeededRandom(7);
  const failures: unknown[] = [];
  const feed = new Feed({
    source: new OrderGenerator(() => random.next(), clock.nowMs()),
    clock,
    write,
    onFailure: (error) => failures.push(error),
  });
  return { clock, feed, failures };
}

test("ten batches a second", async () => {
  let batches = 0;
  const { clock, feed } = feedInto(() => {
    batches += 1;
  });
  feed.start();
  await clock.advance(1000);
  expect(batches).toBe(10);
});

test("while a write is under way no other begins, and what is due after it is bounded", async () => {
  const sizes: number[] = [];
  let finish = () => {};
  const { clock, feed } = feedInto((records) => {
    sizes.push(records.length);
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  feed.start();
  await clock.advance(3_600_000);
  expect(sizes).toHaveLength(1);
  finish();
  await clock.advance(100);
  expect(sizes).toHaveLength(2);
  expect(sizes[1]).toBeLessThanOrEqual(82);
});

test("a row of writes that fail is told once, and the feed goes on", async () => {
  let broken = true;
  let written = 0;
  const { clock, feed, failures } = feedInto(() => {
    if (broken) throw new Error("no broker");
    written += 1;
  });
  feed.start();
  await clock.advance(5000);
  expect(failures).toHaveLength(1);
  broken = false;
  await clock.advance(1000);
  expect(written).toBe(10);
  broken = true;
  await clock.advance(1000);
  expect(failures).toHaveLength(2);
});

test("after it has stopped nothing is written", async () => {
  let batches = 0;
  const { clock, feed } = feedInto(() => {
    batches += 1;
  });
  feed.start();
  await clock.advance(1000);
  await feed.stop();
  await clock.advance(10_000);
  expect(batches).toBe(10);
});

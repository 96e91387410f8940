import { partitionForKey } from "@stoatflow/engine";
import { SeededRandom } from "@stoatflow/engine/testing";
import { expect, test } from "vitest";
import { boundMs, graceMs, windowMs } from "./delay.ts";
import { type Order, ordersPartitions } from "./order.ts";
import { OrderGenerator } from "./order-generator.ts";
import { quietEveryMs, quietPartition } from "./rhythm.ts";

const startMs = 1_790_000_000_000;
const stepMs = 100;
const minutes = 10;

function generate(seed: number) {
  const random = new SeededRandom(seed);
  const generator = new OrderGenerator(() => random.next(), startMs);
  const steps = (minutes * 60_000) / stepMs;
  return Array.from({ length: steps }, (_, step) => {
    const nowMs = startMs + (step + 1) * stepMs;
    return generator.next(nowMs).map((record) => ({ record, nowMs }));
  }).flat();
}

const written = generate(7);
const delays = written.map(({ record, nowMs }) => nowMs - record.timestampMs);
const shareOf = (holds: (delayMs: number) => boolean) => delays.filter(holds).length / delays.length;

test("a seed determines every order", () => {
  const asText = (orders: typeof written) =>
    orders
      .map(({ record }) => `${record.partition} ${record.timestampMs} ${record.key} ${record.value}`)
      .join("\n");
  const again = asText(generate(7)) === asText(written);
  expect(again).toBe(true);
  const other = asText(generate(8)) === asText(written);
  expect(other).toBe(false);
});

test("between 40 and 80 orders come in each second", () => {
  const perSecond = new Map<number, number>();
  for (const { nowMs } of written) {
    const second = Math.ceil((nowMs - startMs) / 1000);
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
  }
  expect(Math.min(...perSecond.values())).toBeGreaterThanOrEqual(39);
  expect(Math.max(...perSecond.values())).toBeLessThanOrEqual(82);
});

test("a tenth or more of the orders are older than one before them in their partition, within the bound", () => {
  const newest = new Map<number, number>();
  let disordered = 0;
  for (const { record } of written) {
    const before = newest.get(record.partition) ?? record.timestampMs;
    if (record.timestampMs < before && before - record.timestampMs <= boundMs) disordered += 1;
    newest.set(record.partition, Math.max(before, record.timestampMs));
  }
  expect(disordered / written.length).toBeGreaterThan(0.1);
});

test("some are later than the bound and yet within the grace", () => {
  const share = shareOf((delayMs) => delayMs > boundMs && delayMs < boundMs + graceMs);
  expect(share).toBeGreaterThan(0.004);
  expect(share).toBeLessThan(0.02);
});

test("some come when their minute is closed, several in each minute of the run", () => {
  for (let minute = 0; minute < minutes; minute += 1) {
    const late = written.filter(({ record, nowMs }) => {
      const inMinute = Math.floor((nowMs - startMs - 1) / 60_000) === minute;
      return inMinute && nowMs - record.timestampMs > windowMs + graceMs + boundMs;
    });
    expect(late.length, `minute ${minute}`).toBeGreaterThan(2);
  }
});

test("no order is placed after it is written", () => {
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
});

test("the quiet partition begins at once and is quiet but not dead, the others are busy", () => {
  const counts = Array.from(
    { length: ordersPartitions },
    (_, partition) => written.filter(({ record }) => record.partition === partition).length,
  );
  expect(counts[quietPartition]).toBe(Math.ceil((minutes * 60_000) / quietEveryMs));
  const first = written.find(({ record }) => record.partition === quietPartition);
  expect(first?.nowMs).toBe(startMs + stepMs);
  for (const [partition, count] of counts.entries()) {
    if (partition !== quietPartition) expect(count).toBeGreaterThan(written.length / 10);
  }
});

test("a customer's orders are where Java's partitioner would put them", () => {
  for (const { record } of written.slice(0, 1000)) {
    expect(partitionForKey(record.key ?? Buffer.alloc(0), ordersPartitions)).toBe(record.partition);
  }
});

test("an order adds up and says when it was placed", () => {
  for (const { record } of written.slice(0, 1000)) {
    const order = JSON.parse(String(record.value)) as Order;
    const sum = order.items.reduce((total, item) => total + item.quantity * item.unitMinor, 0);
    expect(order.amountMinor).toBe(sum);
    expect(Date.parse(order.placedAt)).toBe(record.timestampMs);
    expect(order.customer).toBe(String(record.key));
  }
});

test("after a stall of an hour at most a second is made up for", () => {
  const random = new SeededRandom(7);
  const generator = new OrderGenerator(() => random.next(), startMs);
  expect(generator.next(startMs + 3_600_000).length).toBeLessThanOrEqual(82);
});

test("a clock that is set back brings no orders and no failure", () => {
  const random = new SeededRandom(7);
  const generator = new OrderGenerator(() => random.next(), startMs);
  expect(generator.next(startMs - 5000)).toEqual([]);
});

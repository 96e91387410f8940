import { partitionForKey } from "@stoatflow/engine";
import { SeededRandom } from "@stoatflow/engine/testing";
import { expect, test } from "vitest";
import { merchants } from "./merchants.ts";
import { type Payment, paymentsPartitions } from "./payment.ts";
import { PaymentGenerator } from "./payment-generator.ts";
import { aheadMs, aheadTill, boundMs, paymentsPerSecond } from "./rhythm.ts";

const startMs = 1_790_000_000_000;
const stepMs = 100;
const minutes = 5;

function generate(seed: number) {
  const random = new SeededRandom(seed);
  const generator = new PaymentGenerator(() => random.next(), startMs);
  return Array.from({ length: (minutes * 60_000) / stepMs }, (_, step) => {
    const nowMs = startMs + (step + 1) * stepMs;
    return generator.next(nowMs).map((record) => ({
      record,
      nowMs,
      payment: JSON.parse(String(record.value)) as Payment,
    }));
  }).flat();
}

const written = generate(7);
const ahead = written.filter(({ record, nowMs }) => record.timestampMs > nowMs);
const aheadPartition = partitionForKey(Buffer.from(aheadTill.merchant), paymentsPartitions);
const elsewhere = ({ record }: (typeof written)[number]) => record.partition !== aheadPartition;

test("a seed determines every payment", () => {
  const asText = (payments: typeof written) => JSON.stringify(payments.map(({ payment }) => payment));
  expect(asText(generate(7)) === asText(written)).toBe(true);
  expect(asText(generate(8)) === asText(written)).toBe(false);
});

test("the first payment from the future comes within ten seconds, the others every twenty to thirty", () => {
  const times = [startMs, ...ahead.map(({ nowMs }) => nowMs)];
  const [first = 0, ...gaps] = times.slice(1).map((time, index) => time - (times[index] ?? startMs));
  expect(first).toBeLessThan(10_000);
  expect(gaps.length).toBeGreaterThan(minutes * 2 - 2);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(20_000);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(30_000);
});

test("it is of one till, two hours ahead, and nothing else is ahead", () => {
  for (const { record, nowMs, payment } of ahead) {
    expect(record.timestampMs - nowMs).toBe(aheadMs);
    expect(payment).toMatchObject(aheadTill);
    expect(record.partition).toBe(aheadPartition);
  }
  const others = written.filter(({ record, nowMs }) => record.timestampMs <= nowMs);
  expect(others.some(({ payment }) => payment.merchant === aheadTill.merchant)).toBe(true);
  for (const { payment } of others) expect(payment).not.toMatchObject(aheadTill);
});

test("in the seconds around it more payments come elsewhere than three look-ups at once can take", () => {
  const quickestMs = 8;
  for (const { nowMs } of ahead) {
    const rush = written.filter((one) => elsewhere(one) && Math.abs(one.nowMs - nowMs) <= 2000);
    expect(rush.length).toBeGreaterThan(300);
    expect((rush.length * quickestMs) / 3).toBeGreaterThan(1000);
  }
});

test("over a cycle there is time to work off all of it, even at a third of the pace", () => {
  const perSecond = written.length / (minutes * 60);
  expect(perSecond).toBeLessThan(60);
  expect(paymentsPerSecond(20_000)).toBeLessThan(20);
});

test("partitions are skewed, and a payment is where Java's partitioner would put it", () => {
  const counts = Array.from(
    { length: paymentsPartitions },
    (_, partition) => written.filter(({ record }) => record.partition === partition).length,
  );
  expect(Math.min(...counts)).toBeGreaterThan(written.length / 20);
  expect(Math.max(...counts) / Math.min(...counts)).toBeGreaterThan(1.5);
  for (const { record } of written.slice(0, 500)) {
    expect(partitionForKey(record.key ?? Buffer.alloc(0), paymentsPartitions)).toBe(record.partition);
  }
});

test("a payment is of a till that its merchant has, within the bound, and says when it was taken", () => {
  const tills = new Map(merchants.map(({ id, tills }) => [id, tills]));
  for (const { record, nowMs, payment } of written) {
    expect(payment.till).toBeGreaterThan(0);
    expect(payment.till).toBeLessThanOrEqual(tills.get(payment.merchant) ?? 0);
    expect(payment.amountMinor).toBeGreaterThan(0);
    expect(nowMs - record.timestampMs).toBeLessThanOrEqual(boundMs);
    expect(Date.parse(payment.takenAt)).toBe(record.timestampMs);
    expect(String(record.key)).toBe(payment.merchant);
  }
});

test("after a stall of an hour little is made up for, with one payment from the future at most", () => {
  const random = new SeededRandom(7);
  const generator = new PaymentGenerator(() => random.next(), startMs);
  const nowMs = startMs + 3_600_000;
  const records = generator.next(nowMs);
  expect(records.length).toBeLessThanOrEqual(401);
  expect(records.filter(({ timestampMs }) => timestampMs > nowMs).length).toBeLessThanOrEqual(1);
  expect(generator.next(startMs)).toEqual([]);
});

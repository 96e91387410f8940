/**
 * The shop's orders, as they would be written to `orders`.
 *
 * It owns the customers, what is due, and when the quiet partition had its last one. Time and chance come from
 * outside, so that a seed determines every order. Called by the feed, some ten times a second.
 */
import type { ProducerRecord } from "@stoatflow/engine";
import { partitionForKey } from "@stoatflow/engine";
import { Arrivals } from "../arrivals.ts";
import { chooseByShare, chooseOne, integerBetween, type Random } from "../chance.ts";
import type { RecordSource } from "../record-source.ts";
import { articles, currencyOf, paymentShares, regionShares } from "./catalogue.ts";
import { drawDelay } from "./delay.ts";
import { type Order, type OrderItem, ordersPartitions, ordersTopic, type Region } from "./order.ts";
import { ordersPerSecond, quietEveryMs, quietPartition } from "./rhythm.ts";

const customerCount = 600;
const cancelledShare = 0.03;

interface Customer {
  readonly id: string;
  readonly key: Buffer;
  readonly partition: number;
  readonly region: Region;
}

export class OrderGenerator implements RecordSource {
  readonly #random: Random;
  readonly #arrivals: Arrivals;
  readonly #busy: readonly [Customer, ...Customer[]];
  readonly #quiet: readonly [Customer, ...Customer[]];
  #quietSinceMs: number;

  constructor(random: Random, nowMs: number) {
    this.#random = random;
    this.#arrivals = new Arrivals(ordersPerSecond, nowMs);
    // Its first order comes at once: a partition that was never read would keep the app without a watermark.
    this.#quietSinceMs = nowMs - quietEveryMs;
    const customers = makeCustomers(random);
    this.#busy = atLeastOne(customers.filter((customer) => customer.partition !== quietPartition));
    this.#quiet = atLeastOne(customers.filter((customer) => customer.partition === quietPartition));
  }

  next(nowMs: number): ProducerRecord[] {
    const records: ProducerRecord[] = [];
    for (let due = this.#arrivals.due(nowMs); due > 0; due -= 1) {
      records.push(this.#order(chooseOne(this.#busy, this.#random), nowMs, drawDelay(this.#random).delayMs));
    }
    if (nowMs - this.#quietSinceMs >= quietEveryMs) {
      this.#quietSinceMs = nowMs;
      records.push(this.#order(chooseOne(this.#quiet, this.#random), nowMs, 0));
    }
    return records;
  }

  #order(customer: Customer, nowMs: number, delayMs: number): ProducerRecord {
    const random = this.#random;
    const timestampMs = nowMs - delayMs;
    const items = drawItems(random);
    const order: Order = {
      orderId: `ord_${integerBetween(0x1000_0000, 0xffff_ffff, random).toString(16)}`,
      customer: customer.id,
      region: customer.region,
      status: random() < cancelledShare ? "cancelled" : "placed",
      amountMinor: items.reduce((sum, item) => sum + item.quantity * item.unitMinor, 0),
      currency: currencyOf[customer.region],
      payment: chooseByShare(paymentShares, random),
      channel: delayMs > 60_000 ? "till" : chooseOne(["web", "web", "app"], random),
      items,
      placedAt: new Date(timestampMs).toISOString(),
    };
    return {
      topic: ordersTopic,
      partition: customer.partition,
      timestampMs,
      key: customer.key,
      value: Buffer.from(JSON.stringify(order)),
      headers: [
        ["content-type", Buffer.from("application/json")],
        ["trace-id", Buffer.from(integerBetween(0, 0xffff_ffff, random).toString(16).padStart(8, "0"))],
      ],
    };
  }
}

function makeCustomers(random: Random): Customer[] {
  return Array.from({ length: customerCount }, () => {
    const id = `cus_${integerBetween(100_000, 999_999, random)}`;
    const key = Buffer.from(id);
    return {
      id,
      key,
      partition: partitionForKey(key, ordersPartitions),
      region: chooseByShare(regionShares, random),
    };
  });
}

function drawItems(random: Random): OrderItem[] {
  const count = chooseOne([1, 1, 1, 2, 2, 3], random);
  return Array.from({ length: count }, () => ({
    ...chooseOne(articles, random),
    quantity: chooseOne([1, 1, 1, 2, 4], random),
  }));
}

function atLeastOne<T>(of: readonly T[]): readonly [T, ...T[]] {
  const [first, ...others] = of;
  if (first === undefined) throw new Error("a partition has no customer; there are too few of them");
  return [first, ...others];
}

/**
 * The payments of a town's tills, as they would be written to `payments`.
 *
 * It owns what is due, and how many payments the till with the wrong clock has taken. A merchant's share is that of
 * its tills. Time and chance come from outside, so that a seed determines every payment. Called by the feed, some
 * ten times a second.
 */
import type { ProducerRecord } from "@stoatflow/engine";
import { partitionForKey } from "@stoatflow/engine";
import { Arrivals } from "../arrivals.ts";
import { chooseByShare, integerBetween, type Random } from "../chance.ts";
import type { RecordSource } from "../record-source.ts";
import { type Merchant, merchants } from "./merchants.ts";
import { type Payment, paymentsPartitions, paymentsTopic } from "./payment.ts";
import { aheadMs, aheadTill, boundMs, paymentsAhead, paymentsPerSecond } from "./rhythm.ts";

const declinedShare = 0.04;
const entryShares = { contactless: 0.55, chip: 0.25, phone: 0.2 } as const;
const sharePerMerchant: Readonly<Record<string, number>> = shares();
const merchantById = new Map(merchants.map((merchant) => [merchant.id, merchant]));

export class PaymentGenerator implements RecordSource {
  readonly #random: Random;
  readonly #startMs: number;
  readonly #arrivals: Arrivals;
  #takenAhead = 0;

  constructor(random: Random, nowMs: number) {
    this.#random = random;
    this.#startMs = nowMs;
    this.#arrivals = new Arrivals((atMs) => paymentsPerSecond(atMs - this.#startMs), nowMs);
  }

  next(nowMs: number): ProducerRecord[] {
    const records: ProducerRecord[] = [];
    for (let due = this.#arrivals.due(nowMs); due > 0; due -= 1) records.push(this.#payment(nowMs));
    const ahead = paymentsAhead(nowMs - this.#startMs);
    if (ahead > this.#takenAhead) records.push(this.#paymentAhead(nowMs));
    this.#takenAhead = ahead;
    return records;
  }

  #payment(nowMs: number): ProducerRecord {
    const merchant = merchantNamed(chooseByShare(sharePerMerchant, this.#random));
    const handedInMs = integerBetween(5, boundMs - 500, this.#random);
    let till = integerBetween(1, merchant.tills, this.#random);
    if (merchant.id === aheadTill.merchant && till === aheadTill.till) till = 1;
    return this.#record(merchant, till, nowMs - handedInMs);
  }

  #paymentAhead(nowMs: number): ProducerRecord {
    return this.#record(merchantNamed(aheadTill.merchant), aheadTill.till, nowMs + aheadMs);
  }

  #record(merchant: Merchant, till: number, timestampMs: number): ProducerRecord {
    const random = this.#random;
    const key = Buffer.from(merchant.id);
    const payment: Payment = {
      paymentId: `pay_${integerBetween(0x1000_0000, 0xffff_ffff, random).toString(16)}`,
      merchant: merchant.id,
      till,
      amountMinor: Math.round(merchant.usualMinor * (0.4 + 1.5 * random())),
      currency: "EUR",
      entry: chooseByShare(entryShares, random),
      outcome: random() < declinedShare ? "declined" : "approved",
      takenAt: new Date(timestampMs).toISOString(),
    };
    return {
      topic: paymentsTopic,
      partition: partitionForKey(key, paymentsPartitions),
      timestampMs,
      key,
      value: Buffer.from(JSON.stringify(payment)),
      headers: [["content-type", Buffer.from("application/json")]],
    };
  }
}

function shares(): Record<string, number> {
  const tills = merchants.reduce((sum, merchant) => sum + merchant.tills, 0);
  return Object.fromEntries(merchants.map((merchant) => [merchant.id, merchant.tills / tills]));
}

function merchantNamed(id: string): Merchant {
  const merchant = merchantById.get(id);
  if (merchant === undefined) throw new Error(`there is no merchant ${id}`);
  return merchant;
}

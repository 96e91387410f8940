import { ManualClock } from "@stoatflow/engine/testing";
import { expect, test } from "vitest";
import { enrich } from "./enrich.ts";
import { MerchantDirectory } from "./merchant-directory.ts";
import type { Payment } from "./payment.ts";

const payment: Payment = {
  paymentId: "pay_1",
  merchant: "mer_4007",
  till: 1,
  amountMinor: 5000,
  currency: "EUR",
  entry: "chip",
  outcome: "approved",
  takenAt: "2026-09-21T14:13:20.000Z",
};

async function found(merchant: string) {
  const clock = new ManualClock();
  const answer = new MerchantDirectory(clock, () => 0.5).find(merchant);
  await clock.advance(24);
  return answer;
}

test("name, category and the fee that follows from it", async () => {
  expect(enrich(payment, await found("mer_4007"))).toEqual({
    ...payment,
    merchantName: "Osteria al Porto",
    category: "restaurant",
    feeMinor: 55,
  });
});

test("a declined payment costs nothing", async () => {
  expect(enrich({ ...payment, outcome: "declined" }, await found("mer_4007")).feeMinor).toBe(0);
});

test("a merchant that the directory does not know leaves the payment as it is, with nothing said", async () => {
  expect(enrich(payment, await found("mer_0000"))).toEqual({
    ...payment,
    merchantName: null,
    category: null,
    feeMinor: null,
  });
});

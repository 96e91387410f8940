import type { Merchant } from "./merchants.ts";
import type { Category, EnrichedPayment, Payment } from "./payment.ts";

/** What a payment costs its merchant, in hundredths of a percent. */
const feeBasisPoints: Readonly<Record<Category, number>> = {
  bakery: 90,
  books: 95,
  cafe: 90,
  fuel: 45,
  grocery: 55,
  pharmacy: 70,
  restaurant: 110,
  transit: 40,
};

/** The payment with its merchant's name and category, and the fee that follows from it; none for one declined. */
export function enrich(payment: Payment, merchant: Merchant | undefined): EnrichedPayment {
  if (merchant === undefined) return { ...payment, merchantName: null, category: null, feeMinor: null };
  const { name, category } = merchant;
  const fee = Math.round((payment.amountMinor * feeBasisPoints[category]) / 10_000);
  return {
    ...payment,
    merchantName: name,
    category,
    feeMinor: payment.outcome === "approved" ? fee : 0,
  };
}

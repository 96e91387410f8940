/** What a till writes to the topic `payments`, keyed by its merchant. */
export interface Payment {
  readonly paymentId: string;
  readonly merchant: string;
  /** Number of the till at its merchant. */
  readonly till: number;
  /** In the currency's smallest unit. */
  readonly amountMinor: number;
  readonly currency: "EUR";
  readonly entry: "chip" | "contactless" | "phone";
  readonly outcome: "approved" | "declined";
  /** By the till's own clock; the time that counts. */
  readonly takenAt: string;
}

/** What `payments-enriched` holds: the payment, with what the directory says of its merchant. */
export interface EnrichedPayment extends Payment {
  /** `null` where the directory does not know the merchant. */
  readonly merchantName: string | null;
  readonly category: Category | null;
  readonly feeMinor: number | null;
}

/** What `payments-per-minute` holds: a row for each merchant and minute, written again as it grows. */
export interface PaymentsPerMinute {
  readonly merchant: string;
  readonly windowStart: string;
  readonly payments: number;
}

export type Category =
  | "bakery"
  | "books"
  | "cafe"
  | "fuel"
  | "grocery"
  | "pharmacy"
  | "restaurant"
  | "transit";

export const paymentsTopic = "payments";
export const paymentsPartitions = 4;
export const enrichedTopic = "payments-enriched";
export const paymentsPerMinuteTopic = "payments-per-minute";

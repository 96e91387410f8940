/** What a shop's checkout writes to the topic `orders`. */
export interface Order {
  readonly orderId: string;
  readonly customer: string;
  readonly region: Region;
  /** `placed` counts; the same order is written again when it is cancelled. */
  readonly status: "placed" | "cancelled";
  /** In the currency's smallest unit. */
  readonly amountMinor: number;
  readonly currency: "EUR" | "GBP" | "INR" | "SEK" | "USD";
  readonly payment: "card" | "invoice" | "transfer" | "wallet";
  readonly channel: "app" | "till" | "web";
  readonly items: readonly OrderItem[];
  /** When it was placed; the time that counts. */
  readonly placedAt: string;
}

export interface OrderItem {
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitMinor: number;
}

export type Region = "eu-north" | "eu-west" | "uk" | "us-east" | "us-west" | "in-south";

/** What `orders-per-minute` holds: one row for each region and minute, written again as it grows. */
export interface OrdersPerMinute {
  readonly region: string;
  readonly windowStart: string;
  readonly orders: number;
}

export const ordersTopic = "orders";
export const ordersPartitions = 6;
export const ordersPerMinuteTopic = "orders-per-minute";

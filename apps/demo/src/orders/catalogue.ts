/** What the shop sells, where, and how it is paid: enough to look like a shop, small enough to read at a glance. */
import type { Order, OrderItem, Region } from "./order.ts";

type Article = Omit<OrderItem, "quantity">;

export const articles: readonly [Article, ...Article[]] = [
  { sku: "MUG-0114", name: "Stoneware mug", unitMinor: 1890 },
  { sku: "TEA-0207", name: "Assam loose leaf, 250 g", unitMinor: 1249 },
  { sku: "KTL-0031", name: "Gooseneck kettle", unitMinor: 6995 },
  { sku: "FLT-0460", name: "Paper filters, 100", unitMinor: 549 },
  { sku: "GRD-0012", name: "Hand grinder", unitMinor: 8450 },
  { sku: "BNS-0733", name: "Espresso beans, 1 kg", unitMinor: 2675 },
  { sku: "SCL-0055", name: "Kitchen scale, 0.1 g", unitMinor: 3499 },
  { sku: "TRY-0088", name: "Oak tray", unitMinor: 4200 },
];

/** Share of all orders, of 1. */
export const regionShares: Readonly<Record<Region, number>> = {
  "eu-west": 0.29,
  "us-east": 0.24,
  uk: 0.16,
  "us-west": 0.14,
  "in-south": 0.1,
  "eu-north": 0.07,
};

export const currencyOf: Readonly<Record<Region, Order["currency"]>> = {
  "eu-north": "SEK",
  "eu-west": "EUR",
  uk: "GBP",
  "us-east": "USD",
  "us-west": "USD",
  "in-south": "INR",
};

export const paymentShares: Readonly<Record<Order["payment"], number>> = {
  card: 0.58,
  wallet: 0.27,
  invoice: 0.1,
  transfer: 0.05,
};

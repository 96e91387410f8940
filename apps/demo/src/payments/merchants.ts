import type { Category } from "./payment.ts";

export interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly category: Category;
  readonly tills: number;
  /** A usual amount, in the currency's smallest unit. */
  readonly usualMinor: number;
}

/** The merchants of a town: those with more tills take more payments, so that no two partitions are alike. */
export const merchants: readonly [Merchant, ...Merchant[]] = [
  { id: "mer_2041", name: "Harbour Market", category: "grocery", tills: 9, usualMinor: 4120 },
  { id: "mer_2077", name: "Lindgren Groceries", category: "grocery", tills: 6, usualMinor: 3380 },
  { id: "mer_2103", name: "Corner Store Pavia", category: "grocery", tills: 2, usualMinor: 1460 },
  { id: "mer_3010", name: "Forno Bianchi", category: "bakery", tills: 2, usualMinor: 780 },
  { id: "mer_3025", name: "Rye and Salt", category: "bakery", tills: 2, usualMinor: 920 },
  { id: "mer_3118", name: "Café Meridian", category: "cafe", tills: 3, usualMinor: 640 },
  { id: "mer_3151", name: "Slow Bar", category: "cafe", tills: 1, usualMinor: 710 },
  { id: "mer_4007", name: "Osteria al Porto", category: "restaurant", tills: 3, usualMinor: 5650 },
  { id: "mer_4032", name: "Green Table", category: "restaurant", tills: 2, usualMinor: 3240 },
  { id: "mer_4096", name: "Noodle House Kim", category: "restaurant", tills: 2, usualMinor: 2180 },
  { id: "mer_5014", name: "North Station Fuel", category: "fuel", tills: 6, usualMinor: 6890 },
  { id: "mer_5029", name: "Ringroad Fuel", category: "fuel", tills: 4, usualMinor: 7240 },
  { id: "mer_6003", name: "City Tram Kiosks", category: "transit", tills: 8, usualMinor: 290 },
  { id: "mer_6018", name: "Ferry Desk", category: "transit", tills: 3, usualMinor: 860 },
  { id: "mer_7001", name: "Sun Pharmacy", category: "pharmacy", tills: 3, usualMinor: 1890 },
  { id: "mer_7022", name: "Old Town Pharmacy", category: "pharmacy", tills: 2, usualMinor: 2060 },
  { id: "mer_8005", name: "Paper Lantern Books", category: "books", tills: 2, usualMinor: 2350 },
  { id: "mer_8040", name: "Second Chapter", category: "books", tills: 1, usualMinor: 1240 },
];

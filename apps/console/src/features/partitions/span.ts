const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How far back a reader looks, as an address names it. */
export const spans = ["15min", "1h", "6h", "24h", "7d"] as const;
export type Span = (typeof spans)[number];

export const spanLengthMs: Readonly<Record<Span, number>> = {
  "15min": 15 * minuteMs,
  "1h": hourMs,
  "6h": 6 * hourMs,
  "24h": 24 * hourMs,
  "7d": 168 * hourMs,
};

export const spanWords: Readonly<Record<Span, string>> = {
  "15min": "15 min",
  "1h": "1 h",
  "6h": "6 h",
  "24h": "24 h",
  "7d": "7 d",
};

/**
 * The span that ends at a moment, or live: then it ends at a full half minute after the tick, so that what is asked for
 * is the same question for half a minute.
 */
export function spanAt(span: Span, atMs: number | null, tickMs: number): { fromMs: number; toMs: number } {
  const beatMs = minuteMs / 2;
  const toMs = atMs === null ? Math.ceil(tickMs / beatMs) * beatMs : atMs + spanLengthMs[span] / 5;
  return { fromMs: Math.max(0, toMs - spanLengthMs[span]), toMs };
}

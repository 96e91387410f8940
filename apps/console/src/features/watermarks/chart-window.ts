/**
 * The span of wall time that a chart shows: the newest stretch, which moves on with the app, or a fixed one. Pure: what
 * a key, a wheel and a drag do to it.
 */
export type ChartWindow =
  | { readonly kind: "live"; readonly spanMs: number }
  | { readonly kind: "fixed"; readonly fromMs: number; readonly toMs: number };

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** No shorter span is shown; no app ticks so often that there would be anything in it. */
export const spanMsMin = 1000;
/** No longer one: a century. */
export const spanMsMax = 100 * 365 * 86_400_000;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export const defaultSpanMs = 10 * minute;

/** The stretches that are one press away. */
export const spanChoices = [
  { spanMs: minute, word: "1 min" },
  { spanMs: defaultSpanMs, word: "10 min" },
  { spanMs: hour, word: "1 h" },
  { spanMs: 6 * hour, word: "6 h" },
  { spanMs: day, word: "1 d" },
  { spanMs: 7 * day, word: "7 d" },
  { spanMs: 30 * day, word: "30 d" },
] as const;

/** @param nowMs the app's clock: where a live window ends. */
export function spanOf(window: ChartWindow, nowMs: number): Span {
  if (window.kind === "fixed") return window;
  return { fromMs: nowMs - window.spanMs, toMs: nowMs };
}

/**
 * Nearer or further, with one moment kept where it is. A live window stays live: it is the end that is kept.
 *
 * @param factor below 1: nearer.
 */
export function zoomed(window: ChartWindow, factor: number, atMs: number, nowMs: number): ChartWindow {
  const { fromMs, toMs } = spanOf(window, nowMs);
  const spanMs = clamped((toMs - fromMs) * factor);
  if (window.kind === "live") return { kind: "live", spanMs };
  const share = toMs === fromMs ? 0.5 : (atMs - fromMs) / (toMs - fromMs);
  const startMs = Math.round(atMs - share * spanMs);
  return settled({ fromMs: startMs, toMs: startMs + spanMs }, nowMs);
}

/** Back or on by so much time; a live window that goes back is live no longer. */
export function moved(window: ChartWindow, byMs: number, nowMs: number): ChartWindow {
  const { fromMs, toMs } = spanOf(window, nowMs);
  if (window.kind === "live" && byMs >= 0) return window;
  return settled({ fromMs: Math.round(fromMs + byMs), toMs: Math.round(toMs + byMs) }, nowMs);
}

/** A stretch that was drawn over with the pointer, in either direction. */
export function selected(aMs: number, bMs: number, nowMs: number): ChartWindow {
  const [fromMs, toMs] = [Math.round(Math.min(aMs, bMs)), Math.round(Math.max(aMs, bMs))];
  const middleMs = Math.round((fromMs + toMs) / 2);
  const spanMs = clamped(toMs - fromMs);
  if (toMs - fromMs >= spanMs) return settled({ fromMs, toMs: fromMs + spanMs }, nowMs);
  return settled({ fromMs: middleMs - spanMs / 2, toMs: middleMs + spanMs / 2 }, nowMs);
}

/** Nothing is ahead of now, and nothing before time: a window there is moved, and as long as it was. */
function settled({ fromMs, toMs }: Span, nowMs: number): ChartWindow {
  const backMs = Math.max(0, toMs - nowMs);
  const startMs = Math.max(0, fromMs - backMs);
  return { kind: "fixed", fromMs: startMs, toMs: Math.max(startMs + spanMsMin, toMs - backMs) };
}

function clamped(spanMs: number): number {
  return Math.round(Math.min(spanMsMax, Math.max(spanMsMin, spanMs)));
}

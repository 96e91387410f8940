import type { LateDropEntry } from "@stoatflow/api";

/** One window of a record, on the line of event time. */
export interface WindowLine {
  readonly kind: "missed" | "kept";
  readonly startMs: number;
  readonly endMs: number;
  /** When it closes: its end and the grace. */
  readonly closesAtMs: number;
}

export interface WindowLines {
  /** By start; the missed one is always among them. */
  readonly lines: readonly WindowLine[];
  /** Kept windows that have no line. */
  readonly omitted: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** More lines than these say no more. */
const linesMax = 6;

/** What the little time line of a drop shows: the window that it missed, those that it was kept for, and all that lies in between. */
export function windowLinesOf({
  window,
  keptWindows,
  graceMs,
  timestampMs,
  watermarkMs,
}: Pick<LateDropEntry, "window" | "keptWindows" | "graceMs" | "timestampMs" | "watermarkMs">): WindowLines {
  const line = (kind: WindowLine["kind"], { startMs, endMs }: LateDropEntry["window"]): WindowLine => ({
    kind,
    startMs,
    endMs,
    closesAtMs: endMs + graceMs,
  });
  const kept = keptWindows.slice(0, linesMax - 1).map((one) => line("kept", one));
  const lines = [line("missed", window), ...kept].sort((a, b) => a.startMs - b.startMs);
  return {
    lines,
    omitted: keptWindows.length - kept.length,
    fromMs: Math.min(timestampMs, watermarkMs, ...lines.map(({ startMs }) => startMs)),
    untilMs: Math.max(timestampMs, watermarkMs, ...lines.map(({ closesAtMs }) => closesAtMs)),
  };
}

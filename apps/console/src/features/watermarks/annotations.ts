/** What happened in the span of a chart, told by shape, label and place beside its lines. */
import type { HoldEntry, LeaderChangeEntry, LedgerEntry, LifecycleChange } from "@stoatflow/api";
import { formatDuration } from "../../lib/format/duration.ts";
import { groupDigits } from "../../lib/format/integer.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { partitionName } from "../../live/append-tick.ts";
import type { GlyphName } from "../../ui/glyph.tsx";

export const annotationKinds = [
  "hold",
  "pause",
  "seek-back",
  "violation",
  "leader-change",
  "restart",
] as const;
export type AnnotationKind = (typeof annotationKinds)[number];

export interface Annotation {
  readonly kind: AnnotationKind;
  readonly fromMs: number;
  /** The same as `fromMs` where it took no time; `null`: it lasts. */
  readonly untilMs: number | null;
  /** `undefined`: it is of the whole app. */
  readonly partition: string | undefined;
  /** In a few words, with the partition. */
  readonly label: string;
  /** The event time that a held partition is committed to reach, which the plane shows ahead of its line. */
  readonly previewMs: number | null;
}

/** How each looks: shape as well as colour. */
export const annotationMarks: Readonly<
  Record<
    AnnotationKind,
    { readonly glyph: GlyphName; readonly hue: string; readonly token: string; readonly word: string }
  >
> = {
  hold: { glyph: "diamond", hue: "text-held", token: "var(--held)", word: "held heads" },
  pause: { glyph: "bars", hue: "text-paused", token: "var(--paused)", word: "pauses" },
  "seek-back": { glyph: "back", hue: "text-expected", token: "var(--expected)", word: "seek-backs" },
  violation: { glyph: "cross", hue: "text-bug", token: "var(--bug)", word: "violations" },
  "leader-change": { glyph: "crown", hue: "text-soft", token: "var(--n-11)", word: "leader epochs" },
  restart: { glyph: "half", hue: "text-soft", token: "var(--n-11)", word: "restarts" },
};

/** A hold that has ended, or one that lasts at the newest tick. */
export interface HoldSpan {
  readonly partition: string;
  readonly fromMs: number;
  readonly untilMs: number | null;
  readonly previewMs: number | null;
}

export function endedHold(entry: HoldEntry): HoldSpan {
  const { fromMs, untilMs, previewWatermarkMs: previewMs } = entry;
  return { partition: partitionName(entry), fromMs, untilMs, previewMs };
}

export function holdAnnotation({ partition, fromMs, untilMs, previewMs }: HoldSpan): Annotation {
  const label =
    untilMs === null
      ? `${partition}: head held, still`
      : `${partition}: head held for ${formatDuration(untilMs - fromMs)}`;
  return { kind: "hold", fromMs, untilMs, partition, label, previewMs };
}

/** A seek-back is an offset that went back for a reason; whatever else the tripwire counts is a violation. */
export function violationAnnotation(entry: LedgerEntry): Annotation {
  const { kind, class: found, atMs, offsetBefore, offsetAfter } = entry;
  const partition = partitionName(entry);
  const back = BigInt(offsetBefore) - BigInt(offsetAfter);
  const isSeekBack = kind === "partition_offset_regression" && found === "expected";
  const label = isSeekBack
    ? `${partition}: seek-back by ${groupDigits(String(back))}`
    : `${partition}: ${found === "bug" ? "a bug, " : ""}${kind.replaceAll("_", " ")}`;
  return {
    kind: isSeekBack ? "seek-back" : "violation",
    fromMs: atMs,
    untilMs: atMs,
    partition,
    label,
    previewMs: null,
  };
}

/** At the time at which the app read a record of the new epoch: some time after the election, of whichever broker. */
export function leaderAnnotation(entry: LeaderChangeEntry): Annotation {
  const { fromEpoch, toEpoch, atOffset, readAtMs } = entry;
  const partition = partitionName(entry);
  return {
    kind: "leader-change",
    fromMs: readAtMs,
    untilMs: readAtMs,
    partition,
    label: `${partition}: new leader epoch (${fromEpoch} to ${toEpoch}), read at offset ${groupDigits(atOffset)}`,
    previewMs: null,
  };
}

/**
 * Pauses, from when one was complete until the app was anything else, and restarts.
 *
 * @param changes oldest first.
 */
export function lifecycleAnnotations(changes: readonly LifecycleChange[]): readonly Annotation[] {
  const found: Annotation[] = [];
  let paused: LifecycleChange | undefined;
  const endPause = (untilMs: number | null): void => {
    if (paused === undefined) return;
    const { atMs: fromMs, by } = paused;
    const who = by === null || by.actor === null ? "" : ` by ${visibleText(by.actor)}`;
    const label =
      untilMs === null ? `paused${who}, still` : `paused${who} for ${formatDuration(untilMs - fromMs)}`;
    found.push({ kind: "pause", fromMs, untilMs, partition: undefined, label, previewMs: null });
    paused = undefined;
  };
  for (const change of changes) {
    const { atMs, to, isRestart, instances } = change;
    if (to.kind === "paused") paused ??= change;
    else endPause(atMs);
    if (!isRestart) continue;
    const who = instances === undefined ? "the app" : instances.join(", ");
    const label = `${who} started anew`;
    found.push({
      kind: "restart",
      fromMs: atMs,
      untilMs: atMs,
      partition: undefined,
      label,
      previewMs: null,
    });
  }
  endPause(null);
  return found.toSorted((a, b) => a.fromMs - b.fromMs);
}

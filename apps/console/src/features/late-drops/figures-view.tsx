"use client";

import type { LateDropFigures } from "@stoatflow/api";
import { gracesMax } from "@stoatflow/api/wire";
import { GraceFigure } from "./grace-figure.tsx";
import { graceStepsMs, type Kept } from "./grace-steps.ts";
import { LatenessFigure } from "./lateness-figure.tsx";

/** The graces that are asked for: all steps, so that the slider needs no answer of its own, and the chosen one. */
export function askedGraces(chosenMs: number | null): readonly [readonly number[], readonly number[]] {
  const more = graceStepsMs.slice(gracesMax);
  const isOwn = chosenMs !== null && chosenMs >= 0 && !graceStepsMs.includes(chosenMs);
  return [graceStepsMs.slice(0, gracesMax), isOwn ? [...more, chosenMs] : more];
}

/** Whether the longer graces say anything: some drops would not have been kept by the shorter ones, or one was chosen that is none of these. */
export function needsMoreGraces(
  { grace }: Pick<LateDropFigures, "grace">,
  shorterMs: readonly number[],
  chosenMs: number | null,
): boolean {
  const longest = grace.kept.at(-1);
  return (
    (longest !== undefined && longest.kept < longest.of) ||
    (chosenMs !== null && !shorterMs.includes(chosenMs))
  );
}

/** How late the drops that match were, and what another grace would have kept of them. */
export function FiguresView({
  figures,
  moreKept,
  graceMs,
  onGrace,
  onRange,
}: {
  readonly figures: LateDropFigures;
  /** For the longer graces. */
  readonly moreKept: readonly Kept[];
  readonly graceMs: number | null;
  readonly onGrace: (graceMs: number) => void;
  readonly onRange: (fromMs: number | null, toMs: number | null) => void;
}) {
  if (figures.lateness.kind === "none") return null;
  const kept = [...figures.grace.kept, ...moreKept].sort((a, b) => a.graceMs - b.graceMs);
  const nowMs = [...new Set(figures.operators.flatMap((operator) => operator.graceMs))].sort((a, b) => a - b);
  return (
    <div data-figures="" className="grid gap-x-8 gap-y-4 pb-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <LatenessFigure
        lateness={figures.lateness}
        matching={figures.matching}
        onRange={({ fromMs, toMs }) => onRange(fromMs, toMs === null ? null : toMs - 1)}
      />
      <GraceFigure kept={kept} nowMs={nowMs} chosenMs={graceMs} onChoose={onGrace} />
    </div>
  );
}

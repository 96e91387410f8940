"use client";

import { useId } from "react";
import { formatLength } from "../../lib/format/duration.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { readDuration } from "../../lib/format/read-duration.ts";
import { type Kept, proposedStep, shareWords, usefulSteps } from "./grace-steps.ts";
import { graceWords } from "./grace-words.ts";
import { TableTwin } from "./table-twin.tsx";
import { TypedField } from "./typed-field.tsx";

export interface GraceFigureProps {
  /** What each grace would have kept, ascending, counted by the server. */
  readonly kept: readonly Kept[];
  /** The graces that the operators have now. */
  readonly nowMs: readonly number[];
  /** The one that was chosen; `null`: nobody did. */
  readonly chosenMs: number | null;
  readonly onChoose: (graceMs: number) => void;
}

/** What a longer grace would have kept: a curve over the graces, and a slider below it that picks one. */
export function GraceFigure({ kept, nowMs, chosenMs, onChoose }: GraceFigureProps) {
  const id = useId();
  const steps = usefulSteps(kept);
  const chosen = kept.find(({ graceMs }) => graceMs === chosenMs) ?? proposedStep(steps);
  if (chosen === undefined) return null;
  const last = Math.max(1, steps.length - 1);
  // A grace beyond the last step keeps all, as the last step does.
  const place = Math.min(last, steps.filter(({ graceMs }) => graceMs < chosen.graceMs).length);
  const shareAt = ({ kept: count, of }: Kept): number => (of === 0 ? 0 : count / of);
  const points = steps.map((step, at) => `${at},${1 - shareAt(step)}`).join(" ");
  return (
    <figure className="min-w-0" aria-label="What another grace would have kept">
      <figcaption
        id={`${id}-words`}
        data-grace={chosen.graceMs}
        data-kept={chosen.kept}
        className="text-pretty pb-1 text-12 text-soft"
      >
        {graceWords(chosen, nowMs)}
      </figcaption>
      <div className="px-2">
        <div className="relative h-20 border-hairline border-b">
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${last} 1`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            <polygon points={`0,1 ${points} ${last},1`} className="fill-hover" />
            <polyline
              points={points}
              fill="none"
              className="stroke-late"
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          <div
            className="absolute inset-y-0 border-ink border-l"
            style={{ left: `${(place / last) * 100}%` }}
          />
          <span
            className="hue absolute size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full bg-late"
            style={{ left: `${(place / last) * 100}%`, bottom: `${shareAt(chosen) * 100}%` }}
          />
        </div>
      </div>
      <div className="flex">
        <input
          type="range"
          aria-label="Grace"
          aria-describedby={`${id}-words`}
          aria-valuetext={`${formatLength(chosen.graceMs)}: ${shareWords(chosen)} kept`}
          min={0}
          max={steps.length - 1}
          step={1}
          value={place}
          onChange={(event) => {
            const step = steps[Number(event.target.value)];
            if (step !== undefined) onChoose(step.graceMs);
          }}
          className={slider}
        />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <TypedField
          label="Grace"
          value={chosen.graceMs}
          write={formatLength}
          read={readDuration}
          example="45 s"
          onChange={(graceMs) => {
            if (graceMs !== null) onChoose(graceMs);
          }}
          className="w-28"
        />
        <TableTwin
          head={["Grace", "Kept", "Share"]}
          rows={steps.map((step) => [formatLength(step.graceMs), formatCount(step.kept), shareWords(step)])}
        />
      </div>
    </figure>
  );
}

/** As high as a finger needs, with a thin track in its middle. */
const slider = [
  "h-7 min-w-0 grow cursor-pointer appearance-none bg-transparent",
  "[&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-full [&::-webkit-slider-runnable-track]:bg-border",
  "[&::-webkit-slider-thumb]:-mt-1.5 [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-ink",
  "[&::-moz-range-track]:h-1 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-border",
  "[&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-ink",
].join(" ");

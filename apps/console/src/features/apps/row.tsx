"use client";

import type { ListedApp } from "@stoatflow/api";
import Link from "next/link";
import { memo } from "react";
import { appHref } from "../../lib/app-href.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { Glyph } from "../../ui/glyph.tsx";
import { appMark, staleAppMark } from "../../ui/mark.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { FigureText } from "../../ui/number-cell.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { lastKnownOf } from "../app/last-known.ts";
import { isBehind } from "../app/pace.ts";
import { sentenceOf } from "../app/sentence.ts";
import { ControlButton } from "../control/control-button.tsx";
import { labelsOf } from "./filter.ts";
import { type RowFigure, rowFigures } from "./row-figures.ts";
import { figureColumns, rowColumns } from "./row-heads.tsx";
import { Sparkline } from "./sparkline.tsx";

interface AppRowProps {
  readonly summary: ListedApp;
  /** How old its newest tick is, where that is old. */
  readonly staleMs: number | undefined;
  readonly isSelected: boolean;
  readonly onSelect: (id: string, isSelected: boolean) => void;
}

/** One app: its state and its numbers, what holds it back below, and the pause. As high as any other, whatever is told. */
export const AppRow = memo(function AppRow({ summary, staleMs, isSelected, onSelect }: AppRowProps) {
  const times = useTimes();
  const isStale = staleMs !== undefined;
  const sentence = isStale ? lastKnownOf(summary, staleMs, times) : sentenceOf(summary);
  const mark = (isStale ? staleAppMark : appMark)(summary.connection, summary.lifecycle?.kind);
  const figures = rowFigures(summary, staleMs, times);
  return (
    <li
      data-app={summary.id}
      data-stale={isStale}
      data-selected={isSelected}
      className={`${rowColumns} relative items-start border-hairline border-b py-2 [contain-intrinsic-size:auto_61px] [content-visibility:auto] has-[a:hover]:bg-raised data-[selected=true]:bg-hover`}
    >
      <label className="relative z-10 flex size-6 items-center">
        <input
          type="checkbox"
          className="size-4"
          checked={isSelected}
          aria-label={`Select ${summary.id}`}
          onChange={(event) => onSelect(summary.id, event.target.checked)}
        />
      </label>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1 xl:flex-nowrap">
        <Link
          href={appHref(summary.id)}
          className="truncate font-medium text-15 after:absolute after:inset-0 hover:underline"
        >
          {summary.id}
        </Link>
        <MarkTag mark={mark} className="shrink-0 text-12" />
        <Belonging summary={summary} />
      </div>
      <dl
        className={`figures ${figureColumns} max-xl:order-4 max-xl:col-span-2 max-xl:col-start-2 max-xl:pt-2`}
      >
        {figures.map((figure, i) => (
          <RowNumber key={figure.label} figure={figure} summary={i === 0 ? summary : undefined} />
        ))}
      </dl>
      <div className="relative z-10 flex justify-end xl:row-span-2">
        <ControlButton summary={summary} freshness={staleOr(staleMs)} />
      </div>
      <p
        data-says=""
        title={sentence}
        className="figures hue min-h-5 text-pretty text-13 text-soft max-sm:min-h-15 max-xl:order-3 max-xl:col-span-2 max-xl:col-start-2 xl:col-span-2 xl:col-start-2 xl:truncate"
      >
        {isStale && <Glyph name="slashed" className="mr-2 inline-block align-[-1px]" />}
        {sentence}
      </p>
    </li>
  );
});

/** Where an app runs and whose it is; its labels where there is room. */
function Belonging({ summary }: { readonly summary: ListedApp }) {
  const { environment, owner } = summary;
  const labels = labelsOf(summary);
  const words = [environment, owner].filter((word) => word !== null).map(visibleText);
  if (words.length === 0 && labels.length === 0) return null;
  const title = [...words, ...labels.map(visibleText)].join(" · ");
  return (
    <span className="label min-w-0 truncate" title={title}>
      {words.join(" · ")}
    </span>
  );
}

function RowNumber({
  figure: { label, figure, note, hue },
  summary,
}: {
  readonly figure: RowFigure;
  /** Whose trail goes with it. */
  readonly summary: ListedApp | undefined;
}) {
  return (
    <div data-figure={label} className="min-w-0 max-md:data-[figure=Seen]:hidden xl:text-right">
      <dt className="label xl:sr-only">{label}</dt>
      <dd
        className={`flex items-center gap-2 xl:h-6 ${summary === undefined ? "xl:justify-end" : "md:justify-between"}`}
      >
        {summary !== undefined && <Trail summary={summary} />}
        {note !== undefined && <span className="label min-w-0 truncate max-xl:order-2">{note}</span>}
        <FigureText figure={figure} className={`shrink-0 whitespace-nowrap font-mono text-13 hue ${hue}`} />
      </dd>
    </div>
  );
}

/** A gap that moves by less than this is level. */
const levelMs = 5000;

function Trail({ summary }: { readonly summary: ListedApp }) {
  const { untilMs, everyMs, gapsMs } = summary.gapTrail;
  const points = gapsMs.map((value, i) => ({ atMs: untilMs - (gapsMs.length - 1 - i) * everyMs, value }));
  return (
    <span className="max-md:hidden max-xl:order-3" title="the gap over the last 10 min">
      <Sparkline points={points} least={levelMs} hue={isBehind(summary) ? "text-waiting" : "text-glyph"} />
    </span>
  );
}

function staleOr(staleMs: number | undefined) {
  return staleMs === undefined
    ? ({ kind: "fresh", ageMs: 0 } as const)
    : ({ kind: "stale", ageMs: staleMs } as const);
}

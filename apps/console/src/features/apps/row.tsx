"use client";

import type { ListedApp } from "@stoatflow/api";
import Link from "next/link";
import { formatAge, formatGap } from "../../lib/format/duration.ts";
import { formatCount, formatQuantity, groupDigits } from "../../lib/format/integer.ts";
import { absent, type Shown, shown } from "../../lib/format/shown.ts";
import { useBrowserNowMs } from "../../live/browser-clock.ts";
import { freshnessOf } from "../../live/freshness.ts";
import { Glyph } from "../../ui/glyph.tsx";
import { appMark } from "../../ui/mark.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { FigureText } from "../../ui/number-cell.tsx";
import { isBehind } from "../app/pace.ts";
import { sentenceOf } from "../app/sentence.ts";
import { ControlButton } from "../control/control-button.tsx";
import { describeTime } from "../partitions/times.ts";

/** The columns of a row, and of the line of headings above all rows. */
export const rowColumns = "grid gap-x-6 lg:grid-cols-[minmax(0,1fr)_auto_auto]";
export const figureColumns =
  "grid grid-cols-[minmax(96px,auto)_1fr_72px_64px] gap-x-3 lg:gap-x-4 lg:grid-cols-[128px_112px_80px_80px]";

const nothing = "nothing was told by this app yet";

/** One app: its state, what holds it back, four numbers, and the pause. */
export function AppRow({
  summary,
  arrivedAtMs,
}: {
  readonly summary: ListedApp;
  readonly arrivedAtMs: number;
}) {
  const nowMs = useBrowserNowMs();
  const freshness = freshnessOf({
    receivedAtMs: summary.receivedAtMs,
    staleAfterMs: summary.staleAfterMs,
    sentAtMs: summary.serverNowMs,
    arrivedAtMs,
    nowMs,
  });
  const { globalWatermarkMs, watermarkAtMs, lag, lateDropped, violations, bugs } = summary;
  const gap: Shown =
    globalWatermarkMs === null || watermarkAtMs === null
      ? absent(summary.sequence === null ? nothing : "there is no global watermark yet")
      : shown(formatGap(watermarkAtMs - globalWatermarkMs), describeTime(globalWatermarkMs, watermarkAtMs));
  return (
    <li
      data-app={summary.id}
      data-stale={freshness.kind === "stale"}
      className={`${rowColumns} items-center gap-y-3 border-hairline border-b py-3 has-[a:hover]:bg-raised`}
    >
      <div className="relative min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Link
            href={`/apps/${encodeURIComponent(summary.id)}`}
            className="font-medium text-15 after:absolute after:inset-0 hover:underline"
          >
            {summary.id}
          </Link>
          {summary.environment !== null && <span className="label">{summary.environment}</span>}
          <MarkTag mark={appMark(summary.connection, summary.lifecycle?.kind)} className="text-12" />
          {freshness.kind === "stale" && (
            <span
              data-age=""
              className="inline-flex items-center gap-1.5 whitespace-nowrap text-12 text-soft"
            >
              <Glyph name="slashed" />
              no data for {formatAge(freshness.ageMs)}
            </span>
          )}
        </div>
        <p className="figures text-pretty text-13 text-soft">{sentenceOf(summary)}</p>
      </div>
      <dl className={`figures ${figureColumns}`}>
        <RowFigure
          label="Gap to now"
          column="globalWatermarkMs"
          value={globalWatermarkMs}
          shown={gap}
          hue={isBehind(summary) ? "text-waiting" : ""}
          summary={summary}
        />
        <RowFigure
          label="Lag, offsets"
          column="lag"
          value={lag}
          shown={lag === null ? absent(nothing) : shown(groupDigits(lag), lag)}
          summary={summary}
        />
        <RowFigure
          label="Late drops"
          column="lateDropped"
          value={lateDropped}
          shown={counted(lateDropped)}
          hue={lateDropped !== null && lateDropped > 0 ? "text-late" : ""}
          summary={summary}
        />
        <RowFigure
          label="Violations"
          column="violations"
          value={violations}
          shown={violationsShown(violations, bugs)}
          hue={
            bugs !== null && bugs > 0
              ? "text-bug"
              : violations !== null && violations > 0
                ? "text-expected"
                : ""
          }
          summary={summary}
        />
      </dl>
      <div className="flex w-24 justify-end max-lg:hidden">
        <ControlButton summary={summary} />
      </div>
    </li>
  );
}

function counted(count: number | null): Shown {
  return count === null ? absent(nothing) : shown(formatCount(count), `${count} since its start`);
}

/** A bug is told by a word, not by its hue alone. */
function violationsShown(violations: number | null, bugs: number | null): Shown {
  if (violations === null || bugs === null) return absent(nothing);
  const title = `${violations} since its start: ${bugs} bugs, ${violations - bugs} expected`;
  return bugs === 0 ? shown(formatCount(violations), title) : shown(formatQuantity(bugs, "bug"), title);
}

function RowFigure({
  label,
  column,
  value,
  shown: text,
  hue = "",
  summary,
}: {
  readonly label: string;
  readonly column: string;
  readonly value: string | number | null;
  readonly shown: Shown;
  readonly hue?: string;
  readonly summary: ListedApp;
}) {
  return (
    <div className="min-w-0 lg:text-right">
      <dt className="label lg:sr-only">{label}</dt>
      <dd className="truncate">
        <FigureText
          figure={{ column, sequence: summary.sequence ?? "", value, shown: text }}
          className={`font-mono text-13 hue ${hue}`}
        />
      </dd>
    </div>
  );
}

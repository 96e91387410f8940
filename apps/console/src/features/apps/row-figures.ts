import type { CatchUp, ListedApp } from "@stoatflow/api";
import { formatDuration, formatGap } from "../../lib/format/duration.ts";
import { formatCount, formatQuantity, groupDigits } from "../../lib/format/integer.ts";
import { absent, type Shown, shown } from "../../lib/format/shown.ts";
import { agoOf, type Times } from "../../lib/format/times.ts";
import { unbroken } from "../../lib/format/unbroken.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import type { Figure } from "../../ui/number-cell.tsx";
import { isBehind } from "../app/pace.ts";

/** A number of a row: what it is, and what stands beside it in a few words. */
export interface RowFigure {
  readonly label: string;
  readonly figure: Figure;
  readonly note?: string;
  /** The class of its hue, where it is trouble. */
  readonly hue: string;
}

const nothing = "nothing was told by this app yet";

/** The numbers of a row, in the order of its columns. */
export function rowFigures(app: ListedApp, staleMs: number | undefined, times: Times): readonly RowFigure[] {
  return [
    gapFigure(app, times),
    lagFigure(app),
    heldFigure(app),
    lateFigure(app),
    tripwire(app),
    lanes(app),
    seen(app, staleMs, times),
  ];
}

function gapFigure(app: ListedApp, times: Times): RowFigure {
  const { globalWatermarkMs: value, watermarkAtMs, sequence } = app;
  const text =
    value === null || watermarkAtMs === null
      ? absent(sequence === null ? nothing : "there is no global watermark yet")
      : shown(formatGap(watermarkAtMs - value), times.title(value, watermarkAtMs));
  const figure = of(app, "globalWatermarkMs", value, text);
  return { label: "Gap to now", figure, hue: isBehind(app) ? "text-waiting" : "" };
}

function lagFigure(app: ListedApp): RowFigure {
  const { lag, partitionsWithoutLag } = app;
  const missing =
    partitionsWithoutLag === null || partitionsWithoutLag === 0
      ? ""
      : `; ${formatQuantity(partitionsWithoutLag, "partition")} not known`;
  const text =
    lag === null ? absent(withoutLag(app)) : shown(groupDigits(lag), `${lag} offsets to the end${missing}`);
  return {
    label: "Lag",
    figure: of(app, "lag", lag, text),
    note: catchUpWords(app.rates.lagCatchUp),
    hue: "",
  };
}

/** Why there is no lag: it is the sum over the partitions whose end is known. */
function withoutLag({ sequence, partitionsWithoutLag: count }: ListedApp): string {
  if (sequence === null || count === null) return nothing;
  if (count === 0) return "no partition is assigned to it yet";
  return count === 1
    ? "where it ends is not known of its partition"
    : `where they end is not known of any of its ${formatQuantity(count, "partition")}`;
}

/** How long a lag lasts as it goes now, in a few words. */
function catchUpWords(catchUp: CatchUp): string {
  switch (catchUp.kind) {
    case "caught-up":
      return "caught up";
    case "estimated":
      return unbroken(`in ${formatDuration(catchUp.inMs)}`);
    case "not-catching-up":
      return "not shrinking";
    case "beyond-horizon":
      return "over a year";
    case "not-known":
      return catchUp.why === "open-transaction" ? "open transaction" : "";
  }
}

function heldFigure(app: ListedApp): RowFigure {
  const { heldHeads } = app;
  const text =
    heldHeads === null
      ? absent(nothing)
      : shown(formatCount(heldHeads), `${formatQuantity(heldHeads, "head")} held behind older records`);
  const hue = heldHeads !== null && heldHeads > 0 ? "text-held" : "";
  return { label: "Held heads", figure: of(app, "heldHeads", heldHeads, text), hue };
}

function lateFigure(app: ListedApp): RowFigure {
  const { lateDropRate: rate, lateDropped } = app;
  const total = lateDropped === null ? "" : `; ${formatQuantity(lateDropped, "late drop")} since its start`;
  const label = "Late a minute";
  if (rate.kind === "not-known") {
    const why = rate.why === "no-tick" ? nothing : `it is followed for less than a minute${total}`;
    return { label, figure: of(app, "lateDropRate", null, absent(why)), hue: "" };
  }
  const title = `${formatCount(rate.dropped)} in ${formatDuration(rate.overMs)}${total}`;
  const figure = of(app, "lateDropRate", rate.perMinute, shown(rateText(rate.perMinute), title));
  return { label, figure, hue: rate.perMinute > 0 ? "text-late" : "" };
}

/** A rate below ten with one decimal, and never zero where there was one. */
function rateText(perMinute: number): string {
  if (perMinute === 0) return "0";
  if (perMinute < 0.1) return "<0.1";
  return perMinute < 10 ? perMinute.toFixed(1).replace(/\.0$/, "") : formatCount(Math.round(perMinute));
}

/** A bug is told by a word, not by its hue alone. */
function tripwire(app: ListedApp): RowFigure {
  const { violations, bugs } = app;
  const label = "Violations";
  if (violations === null || bugs === null)
    return { label, figure: of(app, "violations", violations, absent(nothing)), hue: "" };
  const expected = violations - bugs;
  const title = `${violations} since its start: ${bugs} bugs, ${expected} expected`;
  const words =
    bugs > 0
      ? formatQuantity(bugs, "bug")
      : expected > 0
        ? unbroken(`${formatCount(expected)} expected`)
        : "0";
  const text = shown(words, title);
  const hue = bugs > 0 ? "text-bug" : expected > 0 ? "text-expected" : "";
  return { label, figure: of(app, "violations", violations, text), hue };
}

function lanes(app: ListedApp): RowFigure {
  const { pressure } = app;
  const label = "Lanes";
  if (pressure === null) return { label, figure: of(app, "pressure", null, absent(nothing)), hue: "" };
  const { fullLanes, oldestAgeMs, cause } = pressure;
  const oldest =
    oldestAgeMs === null ? "nothing waits" : `the oldest row waits ${formatDuration(oldestAgeMs)}`;
  const where =
    cause === null
      ? ""
      : ` · lane ${cause.lane}${cause.operator === null ? "" : ` at ${visibleText(cause.operator)}`}`;
  const title = `${formatCount(fullLanes)} of ${formatQuantity(pressure.lanes, "lane")} full, ${oldest}${where}`;
  const text = fullLanes === 0 ? "free" : unbroken(`${fullLanes} of ${pressure.lanes} full`);
  const figure = of(app, "pressure", fullLanes, shown(text, title));
  return { label, figure, hue: fullLanes > 0 ? "text-waiting" : "" };
}

/** When an app was last heard of: a word while it is heard, so that nothing ticks which says nothing. */
function seen(app: ListedApp, staleMs: number | undefined, times: Times): RowFigure {
  const { lastSeenMs, serverNowMs } = app;
  const label = "Seen";
  if (lastSeenMs === null) {
    const text = absent("nothing was ever received from it");
    return { label, figure: of(app, "lastSeenMs", lastSeenMs, text), hue: "" };
  }
  const { title } = times.moment(lastSeenMs, serverNowMs);
  const text = shown(staleMs === undefined ? "now" : agoOf(staleMs), title);
  return { label, figure: of(app, "lastSeenMs", lastSeenMs, text), hue: "" };
}

function of(app: ListedApp, column: string, value: string | number | null, text: Shown): Figure {
  return { column, sequence: app.sequence ?? "", value, shown: text };
}

import { formatDuration } from "../../lib/format/duration.ts";
import { groupDigits } from "../../lib/format/integer.ts";
import { ColumnHead } from "../../ui/column-head.tsx";
import type { Mark } from "../../ui/mark.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { ScrollMore } from "../../ui/scroll-more.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { PartitionLink } from "../partitions/partition-link.tsx";
import type { HoldEnd, ShownHold } from "./shown-holds.ts";
import { meaningOfEnd, wordsOfEnd } from "./words.ts";

/** The holds in numbers, newest first. `atMs`: the app's clock at the tick. */
export function HoldTable({ holds, atMs }: { readonly holds: readonly ShownHold[]; readonly atMs: number }) {
  return (
    <ScrollMore className="h-72">
      <table className="table" aria-label="Holds, newest first">
        <thead>
          <tr>
            <th scope="col">Partition</th>
            <th scope="col" className="number">
              From
            </th>
            <ColumnHead means="by the app's clock, from when it was first held to its end" className="number">
              Held for
            </ColumnHead>
            <th scope="col" className="pl-4">
              Outcome
            </th>
            <th scope="col" className="number max-sm:hidden">
              Head offset
            </th>
            <ColumnHead
              means="the watermark that its partition gave while it was held; a custom generator gives none"
              className="number max-sm:hidden"
            >
              Preview
            </ColumnHead>
          </tr>
        </thead>
        <tbody>
          {holds.map((hold) => (
            <HoldRow key={hold.key} hold={hold} atMs={atMs} />
          ))}
        </tbody>
      </table>
    </ScrollMore>
  );
}

function HoldRow({ hold, atMs }: { readonly hold: ShownHold; readonly atMs: number }) {
  const times = useTimes();
  const { partition, headOffset, previewWatermarkMs, fromMs, durationMs, end, isOfEarlierRun } = hold;
  return (
    <tr
      data-hold={`${partition}@${headOffset}`}
      data-ended-by={end.kind === "lasts" ? "" : end.by}
      className="hover:bg-raised"
    >
      <td className="font-mono text-12">
        <PartitionLink name={partition} />
      </td>
      <td
        className="number"
        title={`${times.title(fromMs, atMs)}${isOfEarlierRun ? " · before its restart" : ""}`}
      >
        {times.near(fromMs, atMs)}
      </td>
      <td
        className="number font-medium"
        data-field="heldMs"
        data-value={durationMs}
        title={`${durationMs} ms`}
      >
        {formatDuration(durationMs)}
      </td>
      <td title={meaningOfEnd(end)} className="pl-4">
        <MarkTag mark={markOf(end)} />
      </td>
      <td className="number max-sm:hidden" title={headOffset}>
        {groupDigits(headOffset)}
      </td>
      {previewWatermarkMs === null ? (
        <td className="number text-quiet max-sm:hidden" title="a custom watermark generator gets no preview">
          none
        </td>
      ) : (
        <td className="number max-sm:hidden" title={times.title(previewWatermarkMs, atMs)}>
          {times.near(previewWatermarkMs, atMs)}
        </td>
      )}
    </tr>
  );
}

function markOf(end: HoldEnd): Mark {
  const word = wordsOfEnd(end);
  if (end.kind === "lasts") return { glyph: "diamond", hue: "text-held", word };
  return end.by === "dispatched"
    ? { glyph: "dot", hue: "text-glyph", word }
    : { glyph: "slashed", hue: "text-quiet", word };
}

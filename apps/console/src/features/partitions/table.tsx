import type { PartitionWatermark } from "@stoatflow/engine/wire";
import { formatDuration, formatLength } from "../../lib/format/duration.ts";
import { partitionName } from "../../live/append-tick.ts";
import { ColumnHead } from "../../ui/column-head.tsx";
import { Glyph } from "../../ui/glyph.tsx";
import { partitionMarks } from "../../ui/mark.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { Meter } from "../../ui/meter.tsx";
import { FigureCell, figureAttributes } from "../../ui/number-cell.tsx";
import { ScrollMore } from "../../ui/scroll-more.tsx";
import { partitionFigures, type TickOf } from "./partition-figures.ts";
import type { PartitionSort } from "./sort.ts";
import type { TimeView } from "./times.ts";

export interface PartitionTableProps {
  readonly partitions: readonly PartitionWatermark[];
  readonly tick: TickOf;
  /** The name of the partition that holds the watermark back. */
  readonly heldBackBy: string | undefined;
  /** Whether that is trouble, rather than that some partition always is the last. */
  readonly isBehind: boolean;
  readonly time: TimeView;
  readonly sort: PartitionSort;
  readonly onSort: (sort: PartitionSort) => void;
}

/** Columns that a phone has no room for. */
const wide = "max-md:hidden";

/** The least width of each kind of column: the longest usual content, so that a tick that adds a digit moves nothing. */
const widths = {
  name: "md:min-w-[96px]",
  state: "md:min-w-[128px]",
  time: "md:min-w-[128px]",
  duration: "md:min-w-[76px]",
  lag: "md:min-w-[64px]",
  buffer: "min-w-[148px]",
  offset: "min-w-[74px]",
} as const;

export function PartitionTable(props: PartitionTableProps) {
  const { partitions, tick, heldBackBy, time, sort, onSort } = props;
  const heading = (name: PartitionSort, word: string, means: string, className: string) => (
    <th
      scope="col"
      title={means}
      className={className}
      aria-sort={sort === name ? sortDirection[name] : "none"}
    >
      <button
        type="button"
        className={`group/sort ${sort === name ? "text-ink" : "hover:text-ink"}`}
        onClick={() => onSort(name)}
      >
        {name === "partition" && word}
        <span
          aria-hidden="true"
          className={`inline-block w-3 ${name === "partition" ? "text-right" : "text-left"} ${sort === name ? "" : "opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100"}`}
        >
          {name === "lag" ? "↓" : "↑"}
        </span>
        {name !== "partition" && word}
      </button>
    </th>
  );
  return (
    <ScrollMore>
      <table className="table">
        <thead>
          <tr>
            {heading(
              "partition",
              "Partition",
              "topic and partition",
              `sticky left-0 z-10 bg-bg ${widths.name}`,
            )}
            <th scope="col" className={widths.state}>
              State
            </th>
            {heading(
              "watermark",
              time === "gap" ? "Gap" : "Watermark, UTC",
              "how far its watermark is behind the app's clock, or ahead of it",
              `number ${widths.time}`,
            )}
            {heading("lag", "Lag", "offsets from its position to the end", `number ${widths.lag}`)}
            <ColumnHead
              means="where its watermark would be, did the record at its head count already"
              className={`number ${wide} ${widths.time}`}
            >
              Preview
            </ColumnHead>
            <ColumnHead
              means="since when the record at its head has been held, while older ones of other partitions went out"
              className={`number ${wide} ${widths.duration}`}
            >
              Held for
            </ColumnHead>
            <ColumnHead
              means="the time stamp of the next record to dispatch: behind the app's clock, or ahead of it"
              className={`number ${wide} ${widths.time}`}
            >
              Head
            </ColumnHead>
            <ColumnHead
              means="records that were fetched and wait for their turn, of those it has room for"
              className={`number ${wide} ${widths.buffer}`}
            >
              Buffered
            </ColumnHead>
            <ColumnHead
              means="the offset of the next record to dispatch, once it is here"
              className={`number ${wide} ${widths.offset}`}
            >
              Head offset
            </ColumnHead>
            <ColumnHead means="the next offset to dispatch" className={`number ${wide} ${widths.offset}`}>
              Position
            </ColumnHead>
            <ColumnHead
              means="a restart goes on from this offset"
              className={`number ${wide} ${widths.offset}`}
            >
              Committed
            </ColumnHead>
            <ColumnHead
              means="the offset after the last record that may be read"
              className={`number ${wide} ${widths.offset}`}
            >
              End
            </ColumnHead>
          </tr>
        </thead>
        <tbody>
          {partitions.map((partition) => {
            const name = partitionName(partition);
            return (
              <PartitionRow
                key={name}
                name={name}
                partition={partition}
                tick={tick}
                holdsBack={name === heldBackBy}
                isBehind={props.isBehind}
                time={time}
              />
            );
          })}
        </tbody>
      </table>
    </ScrollMore>
  );
}

const sortDirection = { partition: "ascending", watermark: "ascending", lag: "descending" } as const;

function PartitionRow({
  name,
  partition,
  tick,
  holdsBack,
  isBehind,
  time,
}: {
  readonly name: string;
  readonly partition: PartitionWatermark;
  readonly tick: TickOf;
  readonly holdsBack: boolean;
  readonly isBehind: boolean;
  readonly time: TimeView;
}) {
  const figures = partitionFigures(partition, tick, time);
  const { bufferedRecords, bufferCapacity } = figures;
  return (
    <tr
      id={`partition-${name}`}
      data-partition={name}
      data-holds-back={holdsBack}
      className="group hover:bg-raised"
    >
      <th scope="row" className="sticky left-0 z-10 bg-bg group-hover:bg-raised">
        <span className="font-mono text-12 text-ink">{name}</span>
        {holdsBack && (
          <span
            title={isBehind ? "holds event time back" : "the furthest behind, so it sets the event time"}
            className={`hue ml-1 inline-flex md:ml-1.5 items-center align-[-1px] ${isBehind ? "text-waiting" : "text-glyph"}`}
          >
            <Glyph name="back" />
            <span className="sr-only">{isBehind ? "holds back" : "sets the event time"}</span>
          </span>
        )}
      </th>
      <td
        data-column="state"
        data-partition={name}
        data-sequence={tick.sequence}
        data-value={partition.state}
        title={stateTitle(partition, tick.atMs)}
      >
        <MarkTag mark={partitionMarks[partition.state]} />
      </td>
      <FigureCell
        figure={figures.watermarkMs}
        partition={name}
        className={holdsBack && isBehind ? "font-semibold text-waiting" : "font-medium"}
      />
      <FigureCell figure={figures.lag} partition={name} />
      <FigureCell figure={figures.previewWatermarkMs} partition={name} className={wide} />
      <FigureCell figure={figures.headHeldSinceMs} partition={name} className={wide} />
      <FigureCell figure={figures.headTimestampMs} partition={name} className={wide} />
      <td className={`number ${wide}`}>
        <span {...figureAttributes(bufferedRecords)} data-partition={name}>
          {bufferedRecords.shown.text}
        </span>
        <span className="text-quiet"> / </span>
        <span {...figureAttributes(bufferCapacity)} data-partition={name} className="mr-2 text-quiet">
          {bufferCapacity.shown.text}
        </span>
        <Meter
          share={partition.bufferedRecords / partition.bufferCapacity}
          hot={partition.bufferedRecords >= partition.bufferCapacity * 0.9}
        />
      </td>
      <FigureCell figure={figures.headOffset} partition={name} className={wide} />
      <FigureCell figure={figures.position} partition={name} className={wide} />
      <FigureCell figure={figures.committed} partition={name} className={wide} />
      <FigureCell figure={figures.endPosition} partition={name} className={wide} />
    </tr>
  );
}

function stateTitle({ idleSinceMs, strategy, boundMs }: PartitionWatermark, atMs: number): string {
  const idle = idleSinceMs === null ? "" : `idle for ${formatDuration(atMs - idleSinceMs)} · `;
  return `${idle}${strategy}${boundMs === null ? "" : `, bound ${formatLength(boundMs)}`}`;
}

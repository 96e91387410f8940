import type { PartitionWatermark } from "@stoatflow/engine/wire";
import { partitionName } from "../../live/append-tick.ts";
import { Glyph } from "../../ui/glyph.tsx";
import { partitionMarks } from "../../ui/mark.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { Meter } from "../../ui/meter.tsx";
import { FigureCell, figureAttributes } from "../../ui/number-cell.tsx";
import { partitionFigures, type TickOf } from "./partition-figures.ts";
import type { PartitionSort } from "./sort.ts";
import type { TimeView } from "./times.ts";

export interface PartitionTableProps {
  readonly partitions: readonly PartitionWatermark[];
  readonly tick: TickOf;
  /** The name of the partition that holds the watermark back. */
  readonly heldBackBy: string | undefined;
  readonly time: TimeView;
  readonly sort: PartitionSort;
  readonly onSort: (sort: PartitionSort) => void;
}

/** Columns that a phone has no room for. */
const wide = "max-md:hidden";

export function PartitionTable({ partitions, tick, heldBackBy, time, sort, onSort }: PartitionTableProps) {
  const heading = (name: PartitionSort, word: string, className: string) => (
    <th scope="col" className={className} aria-sort={sort === name ? sortDirection[name] : "none"}>
      <button
        type="button"
        className={sort === name ? "text-ink" : "hover:text-ink"}
        onClick={() => onSort(name)}
      >
        {word}
        {sort === name && <span aria-hidden="true">{name === "lag" ? " ↓" : " ↑"}</span>}
      </button>
    </th>
  );
  return (
    <div className="overflow-x-auto">
      <table className="table">
        <thead>
          <tr>
            {heading("partition", "Partition", "sticky left-0 z-10 bg-bg")}
            <th scope="col">State</th>
            {heading("watermark", time === "gap" ? "Watermark gap" : "Watermark, UTC", "number")}
            <th scope="col" className={`number ${wide}`}>
              Preview
            </th>
            <th scope="col" className={`number ${wide}`}>
              Held for
            </th>
            <th scope="col" className={`number ${wide}`}>
              Head
            </th>
            <th scope="col" className={`number ${wide}`}>
              Buffered
            </th>
            {heading("lag", "Lag", "number")}
            <th scope="col" className={`number ${wide}`}>
              Head offset
            </th>
            <th scope="col" className={`number ${wide}`}>
              Position
            </th>
            <th scope="col" className={`number ${wide}`}>
              Committed
            </th>
            <th scope="col" className={`number ${wide}`}>
              End
            </th>
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
                time={time}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const sortDirection = { partition: "ascending", watermark: "ascending", lag: "descending" } as const;

function PartitionRow({
  name,
  partition,
  tick,
  holdsBack,
  time,
}: {
  readonly name: string;
  readonly partition: PartitionWatermark;
  readonly tick: TickOf;
  readonly holdsBack: boolean;
  readonly time: TimeView;
}) {
  const figures = partitionFigures(partition, tick, time);
  const { bufferedRecords, bufferCapacity } = figures;
  return (
    <tr
      id={`partition-${name}`}
      data-partition={name}
      data-holds-back={holdsBack}
      className="hover:bg-raised"
    >
      <th scope="row" className="sticky left-0 z-10 bg-bg">
        <span className="font-mono text-12 text-ink">{name}</span>
        {holdsBack && (
          <span
            title="holds event time back"
            className="hue ml-1.5 inline-flex items-center gap-1 text-12 text-waiting"
          >
            <Glyph name="back" />
            <span className="max-2xl:sr-only">holds back</span>
          </span>
        )}
      </th>
      <td
        data-column="state"
        data-partition={name}
        data-sequence={tick.sequence}
        data-value={partition.state}
        title={`${partition.strategy}, bound ${partition.boundMs} ms`}
      >
        <MarkTag mark={partitionMarks[partition.state]} />
      </td>
      <FigureCell
        figure={figures.watermarkMs}
        partition={name}
        className={holdsBack ? "font-semibold text-waiting" : "font-medium"}
      />
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
      <FigureCell figure={figures.lag} partition={name} />
      <FigureCell figure={figures.headOffset} partition={name} className={wide} />
      <FigureCell figure={figures.position} partition={name} className={wide} />
      <FigureCell figure={figures.committed} partition={name} className={wide} />
      <FigureCell figure={figures.endPosition} partition={name} className={wide} />
    </tr>
  );
}

import type { PartitionWatermark } from "@stoatflow/engine/wire";
import { type KeyboardEvent, type MouseEvent, memo } from "react";
import { formatDuration, formatLength } from "../../lib/format/duration.ts";
import type { Times } from "../../lib/format/times.ts";
import { Glyph } from "../../ui/glyph.tsx";
import { partitionMarks } from "../../ui/mark.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { Meter } from "../../ui/meter.tsx";
import { partitionFigures, type TickOf } from "./partition-figures.ts";
import { countsIn } from "./sort.ts";
import { TickCell, TickText, textOf } from "./tick-cell.tsx";

export interface RowProps {
  readonly name: string;
  readonly partition: PartitionWatermark;
  readonly tick: TickOf;
  readonly times: Times;
  /** Its place among all rows of the table, the head being the first. */
  readonly rowIndex: number;
  readonly holdsBack: boolean;
  /** Whether that is trouble, rather than that some partition always is the last. */
  readonly isBehind: boolean;
  /** It stays below the head while the others scroll. */
  readonly isPinned: boolean;
  readonly isOpen: boolean;
  /** The one row that the tabulator key stops at. */
  readonly isTabStop: boolean;
  readonly href: string;
  readonly onOpen: (name: string) => void;
}

/** One partition at one tick. */
export const PartitionRow = memo(function PartitionRow(props: RowProps) {
  const { name, partition, tick, times, holdsBack, isBehind, isPinned, isOpen } = props;
  const figures = partitionFigures(partition, tick, times);
  const ground = isOpen ? "bg-selected" : "bg-bg group-hover:bg-raised";
  const pin = isPinned ? `sticky top-8 z-10 ${ground}` : "";
  const trouble = holdsBack && isBehind;
  return (
    <tr
      data-partition={name}
      data-holds-back={holdsBack}
      data-sequence={tick.sequence}
      aria-rowindex={props.rowIndex}
      className={`group ${isOpen ? "bg-selected" : "hover:bg-raised"}`}
    >
      <th scope="row" className={`sticky left-0 ${isPinned ? "top-8 z-20" : "z-10"} ${ground}`}>
        <NameCell {...props} />
      </th>
      <td
        data-column="state"
        data-partition={name}
        data-sequence={tick.sequence}
        data-value={partition.state}
        title={stateTitle(partition, tick.atMs)}
        className={pin}
      >
        <MarkTag mark={partitionMarks[partition.state]} />
      </td>
      <TickCell
        figure={figures.watermarkMs}
        partition={name}
        className={`${pin} ${trouble ? "font-semibold text-waiting" : countsIn(partition) ? "font-medium" : "text-quiet"}`}
      />
      <TickCell figure={figures.position} partition={name} className={pin} />
      <TickCell figure={figures.committed} partition={name} className={pin} />
      <TickCell figure={figures.endPosition} partition={name} className={pin} />
      <TickCell figure={figures.lag} partition={name} className={pin} />
      <td className={`number ${pin}`}>
        <TickText {...textOf(figures.bufferedRecords)} partition={name} />
        <span className="text-quiet"> / </span>
        <TickText {...textOf(figures.bufferCapacity)} partition={name} className="mr-2 text-quiet" />
        <Meter
          share={partition.bufferedRecords / partition.bufferCapacity}
          hot={partition.bufferedRecords >= partition.bufferCapacity * 0.9}
        />
      </td>
      <td className={`number ${pin}`}>
        <TickText {...textOf(figures.previewWatermarkMs)} partition={name} />
        <Further partition={partition} />
      </td>
      <TickCell figure={figures.headHeldSinceMs} partition={name} className={pin} />
      <TickCell figure={figures.headTimestampMs} partition={name} className={pin} />
    </tr>
  );
});

function NameCell({ name, holdsBack, isBehind, isTabStop, href, onOpen }: RowProps) {
  const open = (event: MouseEvent | KeyboardEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(name);
  };
  return (
    <span className="flex items-center gap-1.5">
      <a
        href={href}
        title={name}
        data-open={name}
        tabIndex={isTabStop ? 0 : -1}
        onClick={open}
        className="truncate py-1 font-mono text-12 text-ink hover:underline"
      >
        {name}
      </a>
      {holdsBack && (
        <span
          title={isBehind ? "holds event time back" : "the furthest behind, so it sets the event time"}
          className={`hue inline-flex shrink-0 ${isBehind ? "text-waiting" : "text-glyph"}`}
        >
          <Glyph name="back" />
          <span className="sr-only">{isBehind ? "holds back" : "sets the event time"}</span>
        </span>
      )}
    </span>
  );
}

/** How much further the preview is than the watermark: what event time gains once the head goes out. */
function Further({
  partition: { watermarkMs, previewWatermarkMs },
}: {
  readonly partition: PartitionWatermark;
}) {
  if (watermarkMs === null || previewWatermarkMs === null || previewWatermarkMs <= watermarkMs) return null;
  const byMs = previewWatermarkMs - watermarkMs;
  return (
    <span className="hue ml-2 text-held" title={`${byMs} ms further than its watermark`}>
      +{formatDuration(byMs)}
    </span>
  );
}

function stateTitle({ idleSinceMs, strategy, boundMs }: PartitionWatermark, atMs: number): string {
  const idle = idleSinceMs === null ? "" : `idle for ${formatDuration(atMs - idleSinceMs)} · `;
  return `${idle}${strategy}${boundMs === null ? "" : `, bound ${formatLength(boundMs)}`}`;
}

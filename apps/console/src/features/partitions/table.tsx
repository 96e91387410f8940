"use client";

import type { PartitionWatermark } from "@stoatflow/engine/wire";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { ScrollMore } from "../../ui/scroll-more.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { arrange, partitionNow } from "./arrange.ts";
import type { TickOf } from "./partition-figures.ts";
import { PartitionRow } from "./row.tsx";
import type { OrderBase } from "./row-order.ts";
import type { PartitionSort } from "./sort.ts";
import { stepTo } from "./step-to.ts";
import { shownColumns, widthOf } from "./table-columns.tsx";
import { TableHead } from "./table-head.tsx";

export interface PartitionTableProps {
  /** What the order of the rows is made of; what they show is of `partitions`. */
  readonly base: OrderBase;
  readonly partitions: readonly PartitionWatermark[];
  readonly tick: TickOf;
  /** The name of the partition that holds the watermark back. */
  readonly heldBackBy: string | undefined;
  readonly isBehind: boolean;
  readonly open: string | null;
  /** The rows, for who has to know whether they are in use. */
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly hrefOf: (name: string) => string;
  readonly onSort: (sort: PartitionSort) => void;
  readonly onOpen: (name: string) => void;
  /** What is shown where no partition is found. */
  readonly nothing: ReactNode;
}

const rowHeightPx = 32;

/** Partitions by the thousand: those in view are in the document. Up, down, page and end move, Enter opens. */
export function PartitionTable(props: PartitionTableProps) {
  const { base, partitions, tick, heldBackBy, onOpen } = props;
  const times = useTimes();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => arrange(base.partitions, base.filter, base.sort, base.holder), [base]);
  const pinned = rows[0] !== undefined && rows[0].name === base.holder ? 1 : 0;
  const digits = useMemo(() => digitsOf(base.partitions), [base]);
  const [current, setCurrent] = useState<string>();
  const place = rows.findIndex(({ name }) => name === current);
  const currentIndex = Math.max(0, place);
  const toFocus = useRef<string>(undefined);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => rows[index]?.name ?? index,
    overscan: 10,
    // The head covers the first row's height, and the row that stays below it the next.
    scrollPaddingStart: rowHeightPx * (1 + pinned),
  });
  const items = virtual.getVirtualItems();
  useEffect(() => {
    // Where partitions come or go, the row that has the focus tells another one: it stays with the one it was on.
    const focused = focusedName(props.body.current);
    if (focused !== undefined && current !== undefined && focused !== current && place >= 0)
      toFocus.current ??= current;
    if (toFocus.current === undefined) return;
    const link = props.body.current?.querySelector<HTMLElement>(
      `[data-open="${CSS.escape(toFocus.current)}"]`,
    );
    if (link === null || link === undefined) return;
    toFocus.current = undefined;
    link.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = stepTo(event.key, currentIndex, rows.length, pageOf(scroller.current));
    const row = to === undefined ? undefined : rows[to];
    if (to === undefined || row === undefined) return;
    event.preventDefault();
    toFocus.current = row.name;
    setCurrent(row.name);
    virtual.scrollToIndex(to);
  };
  const onClick = (event: MouseEvent): void => {
    if (!(event.target instanceof Element) || event.target.closest("a, button") !== null) return;
    const name = event.target.closest<HTMLElement>("tr[data-partition]")?.dataset["partition"];
    if (name !== undefined && window.getSelection()?.isCollapsed !== false) onOpen(name);
  };
  const row = (index: number) => {
    const each = rows[index];
    const partition = each === undefined ? undefined : partitionNow(partitions, each);
    if (each === undefined || partition === undefined) return null;
    return (
      <PartitionRow
        // By its place: rows that change places are told anew where they stand, and nothing moves.
        key={`row-${index}`}
        name={each.name}
        partition={partition}
        tick={tick}
        times={times}
        rowIndex={index + 2}
        holdsBack={each.name === heldBackBy}
        isBehind={props.isBehind}
        isPinned={index < pinned}
        isOpen={each.name === props.open}
        isTabStop={index === currentIndex}
        href={props.hrefOf(each.name)}
        onOpen={onOpen}
      />
    );
  };
  if (rows.length === 0) return props.nothing;
  const shown = items.filter(({ index }) => index >= pinned);
  const above = (shown[0]?.start ?? 0) - pinned * rowHeightPx;
  const below = virtual.getTotalSize() - (shown.at(-1)?.end ?? virtual.getTotalSize());
  return (
    <ScrollMore host={scroller} className="max-h-[max(320px,calc(100dvh-260px))]">
      <table className="table table-fixed" aria-rowcount={rows.length + 1} aria-label="Partitions">
        <colgroup>
          {shownColumns.map((column) => (
            <col key={column.id} className={widthOf(column, digits)} />
          ))}
        </colgroup>
        <TableHead sort={base.sort} onSort={props.onSort} />
        {/* Its rows are reached and opened by their links; a click anywhere on a row is a shortcut. */}
        <tbody
          ref={props.body}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onFocus={({ target }) => setCurrent(target.closest("tr")?.dataset["partition"])}
        >
          {pinned === 1 && row(0)}
          <Space heightPx={above} />
          {shown.map(({ index }) => row(index))}
          <Space heightPx={below} />
        </tbody>
      </table>
    </ScrollMore>
  );
}

/** Holds the place of rows that are not in view. Nothing of it is seen, so that nobody sees it move. */
function Space({ heightPx }: { readonly heightPx: number }) {
  return heightPx <= 0 ? null : (
    <tr className="invisible">
      <td colSpan={shownColumns.length} style={{ height: heightPx, border: 0 }} />
    </tr>
  );
}

/** The partition whose row has the focus. */
function focusedName(body: HTMLElement | null): string | undefined {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && body?.contains(activeElement) === true
    ? activeElement.dataset["open"]
    : undefined;
}

function pageOf(scroller: HTMLElement | null): number {
  return Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowHeightPx) - 2);
}

/** How many digits the longest offset has. */
function digitsOf(partitions: readonly PartitionWatermark[]): number {
  let most = 0;
  for (const { position, endPosition } of partitions)
    most = Math.max(most, position?.length ?? 0, endPosition?.length ?? 0);
  return most;
}

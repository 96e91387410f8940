"use client";

import type { LateDropEntry } from "@stoatflow/api";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { formatDuration } from "../../lib/format/duration.ts";
import { previewPayload } from "../../lib/format/payload.ts";
import { formatIso } from "../../lib/format/time.ts";
import type { Times } from "../../lib/format/times.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { partitionName } from "../../live/append-tick.ts";
import { ScrollMore } from "../../ui/scroll-more.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { stepTo } from "../partitions/step-to.ts";
import { dropName } from "./drop-tail.ts";
import { earlierRunsAt, linesAbove } from "./earlier-runs.ts";

export interface LateDropListProps {
  readonly drops: readonly LateDropEntry[];
  /** The runs that go on; those of earlier ones stand below a line that says so. */
  readonly runs: ReadonlySet<string>;
  readonly open: string | undefined;
  readonly onOpen: (drop: LateDropEntry) => void;
  /** The end of what is at hand comes into view. */
  readonly onEnd: () => void;
  /** The list itself, for who gives the focus back to it. */
  readonly host: RefObject<HTMLDivElement | null>;
}

const rowPx = 32;

/** So many rows beyond the view are in the document, and more are asked for when only so many are left. */
const aheadRows = 12;

/**
 * One line a drop: when, which key, how late, where from. A list box with one place for the focus, so that it stays where
 * it is whatever arrives: arrows, j and k, page and end move, Enter opens. Only the rows in view are in the document.
 */
export function LateDropList({ drops, runs, open, onOpen, onEnd, host }: LateDropListProps) {
  const times = useTimes();
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();
  const names = useMemo(() => drops.map(dropName), [drops]);
  const index = Math.max(0, names.indexOf(current ?? open ?? ""));
  const earlierRuns = useMemo(() => earlierRunsAt(drops, runs), [drops, runs]);
  const virtual = useVirtualizer({
    count: drops.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (earlierRuns.has(at) ? 2 * rowPx : rowPx),
    getItemKey: (at) => names[at] ?? at,
    overscan: aheadRows,
    // The row that the focus is on stays in the document, for it is named by it.
    rangeExtractor: (range) =>
      [...new Set([index, ...defaultRangeExtractor(range)])]
        .filter((at) => at < drops.length)
        .sort((a, b) => a - b),
  });
  useStayInPlace(scroller, host, { names, earlierRuns }, index);
  const items = virtual.getVirtualItems();
  const isAtEnd = (virtual.range?.endIndex ?? -1) + aheadRows >= drops.length;
  useLayoutEffect(() => {
    if (isAtEnd) onEnd();
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const drop = drops[index];
    if ((event.key === "Enter" || event.key === " ") && drop !== undefined) {
      event.preventDefault();
      onOpen(drop);
      return;
    }
    const key = { j: "ArrowDown", k: "ArrowUp" }[event.key] ?? event.key;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1);
    const to = stepTo(key, index, drops.length, page);
    if (to === undefined) return;
    event.preventDefault();
    setCurrent(names[to]);
    virtual.scrollToIndex(to);
  };
  const onClick = ({ target }: MouseEvent): void => {
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-late-drop]") : null;
    const drop = drops[names.indexOf(row?.dataset["lateDrop"] ?? "")];
    if (drop === undefined) return;
    setCurrent(dropName(drop));
    onOpen(drop);
  };
  return (
    <div className="-mx-2">
      <div aria-hidden="true" className={`${columns} label h-8 items-center border-hairline border-b`}>
        <span>Dropped, {times.zoneWord(drops[0]?.atMs ?? 0)}</span>
        <span>Key</span>
        <span className="text-right">Late by</span>
        <span className="text-right max-sm:hidden">Partition</span>
      </div>
      <ScrollMore host={scroller} className="h-128 max-h-[70dvh] [overflow-anchor:none]">
        <div
          ref={host}
          role="listbox"
          tabIndex={0}
          aria-label="Late drops, newest first"
          aria-activedescendant={names[index] === undefined ? undefined : idOf(names[index])}
          onKeyDown={onKeyDown}
          onClick={onClick}
          className="group/list relative outline-none"
          style={{ height: virtual.getTotalSize() }}
        >
          {items.map((item) => {
            const drop = drops[item.index];
            return (
              drop !== undefined && (
                <Row
                  key={item.key}
                  drop={drop}
                  times={times}
                  startPx={item.start}
                  place={item.index + 1}
                  isFirstOfRun={earlierRuns.has(item.index)}
                  isOpen={names[item.index] === open}
                  isCurrent={item.index === index}
                />
              )
            );
          })}
        </div>
      </ScrollMore>
    </div>
  );
}

const columns =
  "grid grid-cols-[84px_minmax(0,1fr)_112px] gap-x-3 px-2 sm:grid-cols-[84px_minmax(0,1fr)_112px_minmax(72px,auto)]";

const idOf = (name: string): string => `late-drop-${name}`;

interface ListShape {
  readonly names: readonly string[];
  /** The rows with a line above them. */
  readonly earlierRuns: ReadonlySet<number>;
}

/**
 * Rows that arrive above push nothing away from its reader: whoever has scrolled down, or is on a row with the keyboard,
 * keeps it where it is on the screen. At the very top the newest come into view.
 */
function useStayInPlace(
  scroller: RefObject<HTMLElement | null>,
  host: RefObject<HTMLElement | null>,
  list: ListShape,
  index: number,
): void {
  const last = useRef(list);
  const { names, earlierRuns } = list;
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { names, earlierRuns };
    const [top] = before.names;
    const element = scroller.current;
    const arrived = top === undefined ? 0 : names.indexOf(top);
    if (element === null || arrived <= 0) return;
    const isReading = element.scrollTop > 0 || (host.current === document.activeElement && index > arrived);
    if (!isReading) return;
    element.scrollTop += (linesAbove(arrived, earlierRuns) - linesAbove(0, before.earlierRuns)) * rowPx;
  }, [scroller, host, names, earlierRuns, index]);
}

interface RowProps {
  readonly drop: LateDropEntry;
  readonly times: Times;
  readonly startPx: number;
  /** Counts from 1. */
  readonly place: number;
  readonly isFirstOfRun: boolean;
  readonly isOpen: boolean;
  /** The focus of the list is on it. */
  readonly isCurrent: boolean;
}

const Row = memo(function Row(props: RowProps) {
  const { drop, times, startPx, place, isFirstOfRun, isOpen, isCurrent } = props;
  const name = dropName(drop);
  const key = previewPayload(drop.key);
  return (
    <div
      role="option"
      id={idOf(name)}
      data-late-drop={name}
      aria-selected={isOpen}
      aria-posinset={place}
      tabIndex={-1}
      style={{ transform: `translateY(${startPx}px)` }}
      className="absolute inset-x-0 top-0 cursor-pointer border-selected border-b"
    >
      {isFirstOfRun && (
        <div data-earlier-run="" className="label flex h-8 items-center border-selected border-b px-2">
          before the app was started anew
        </div>
      )}
      <div
        className={`${columns} h-8 items-center ${isOpen ? "bg-selected" : "hover:bg-raised"} ${isCurrent ? "-outline-offset-2 outline-focus group-focus-visible/list:outline-2" : ""}`}
      >
        <time
          dateTime={formatIso(drop.atMs)}
          title={times.title(drop.atMs, drop.atMs)}
          className="font-mono text-12"
        >
          {times.clock(drop.atMs)}
        </time>
        <span
          data-payload={key.kind}
          className={`truncate font-mono text-12 ${key.kind === "null" ? "text-quiet italic" : key.kind === "empty" || key.kind === "binary" ? "text-quiet" : ""}`}
        >
          {key.text}
        </span>
        <span className="text-right font-mono text-12" title={`${drop.latenessMs} ms`}>
          {formatDuration(drop.latenessMs)}
        </span>
        <span className="truncate text-right font-mono text-12 text-soft max-sm:hidden">
          {visibleText(partitionName(drop))}
        </span>
      </div>
    </div>
  );
});

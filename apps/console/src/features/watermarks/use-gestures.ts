"use client";

import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { ChartFrame } from "./chart-frame.ts";
import type { DrawnFrame } from "./chart-view.ts";
import { type ChartWindow, moved, selected, zoomed } from "./chart-window.ts";
import { type Hit, hitAt, nearestMoment } from "./hit-test.ts";
import { type KeyAction, keyAction } from "./key-action.ts";
import { type PlotScale, timeAt } from "./plot-scale.ts";
import { rowsAt } from "./readout.tsx";

/** A press that moves less than this is a click. */
const clickPixels = 4;

/** What is being drawn over, in pixels of the plot. */
export interface Selection {
  readonly from: number;
  readonly to: number;
}

export interface Gestures {
  readonly cursor: Hit | undefined;
  readonly selection: Selection | undefined;
  readonly surface: RefObject<HTMLDivElement | null>;
  readonly handlers: {
    readonly onPointerMove: (event: PointerEvent<HTMLDivElement>) => void;
    readonly onPointerDown: (event: PointerEvent<HTMLDivElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLDivElement>) => void;
    readonly onPointerLeave: () => void;
    readonly onPointerCancel: () => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void;
    readonly onBlur: () => void;
  };
}

interface Subject {
  readonly frame: ChartFrame;
  readonly drawn: DrawnFrame;
  readonly scale: PlotScale;
  readonly window: ChartWindow;
  readonly nowMs: number;
  readonly onWindow: (window: ChartWindow | undefined) => void;
  readonly onOpen: (partition: string, atMs: number) => void;
}

/**
 * What pointer, wheel and keys do to a plot. Arrows move the cursor, up and down from line to line, worst first; with
 * Shift the window; plus and minus and the wheel with Ctrl zoom; a drag draws over what becomes the window; Escape and 0
 * go back to live; Enter and a click on a line lead to its partition. The cursor is a moment, and stays at it while
 * ticks come.
 */
export function useGestures(subject: Subject): Gestures {
  const { frame, drawn, scale, window, nowMs, onWindow, onOpen } = subject;
  const surface = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<{ readonly atMs: number; readonly line: string | undefined }>();
  const [selection, setSelection] = useState<Selection>();
  const moment = cursor === undefined ? undefined : nearestMoment(frame.atMs, cursor.atMs);
  const hit: Hit | undefined =
    moment === undefined
      ? undefined
      : { moment, line: placeOf(frame.lines.findIndex(({ name }) => name === cursor?.line)) };

  const newest = useRef(subject);
  useEffect(() => {
    newest.current = subject;
  });
  useEffect(() => {
    const element = surface.current;
    if (element === null) return;
    // Taken from the page only with Ctrl: without it the wheel scrolls the page, as everywhere.
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const now = newest.current;
      const x = event.clientX - element.getBoundingClientRect().left;
      now.onWindow(zoomed(now.window, 2 ** (event.deltaY / 200), timeAt(now.scale, x), now.nowMs));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, []);

  const placeIn = (event: PointerEvent<HTMLDivElement>): readonly [number, number] => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return [Math.min(Math.max(event.clientX - left, 0), scale.width), event.clientY - top];
  };
  const point = (found: Hit | undefined): void => {
    const atMs = found === undefined ? undefined : frame.atMs[found.moment];
    const line = found?.line === undefined ? undefined : frame.lines[found.line]?.name;
    setCursor(atMs === undefined ? undefined : { atMs, line });
  };
  const last = frame.atMs.length - 1;
  const goTo = (to: number, line = hit?.line): void => {
    if (last >= 0) point({ moment: Math.min(last, Math.max(0, to)), line });
  };
  const goToLine = (by: number): void => {
    const names = rowsAt(frame, moment ?? last).map(({ name }) => name);
    const place = names.indexOf(cursor?.line ?? "");
    const next = names[Math.min(names.length - 1, Math.max(0, place < 0 ? 0 : place + by))];
    goTo(moment ?? last, placeOf(frame.lines.findIndex(({ name }) => name === next)));
  };
  const goBack = (): void => {
    if (selection !== undefined) setSelection(undefined);
    else if (cursor !== undefined) setCursor(undefined);
    else onWindow(undefined);
  };
  const open = (): void => {
    const atMs = cursor?.atMs ?? frame.atMs[last];
    const name = cursor?.line ?? rowsAt(frame, moment ?? last)[0]?.name;
    if (atMs !== undefined && name !== undefined) onOpen(name, atMs);
  };
  const carryOut = (action: KeyAction): void => {
    const { fromMs, toMs } = scale.span;
    if (action.kind === "step") goTo((moment ?? (action.by < 0 ? last + 1 : last)) + action.by);
    else if (action.kind === "line") goToLine(action.by);
    else if (action.kind === "end") goTo(action.which === "first" ? 0 : last);
    else if (action.kind === "move") onWindow(moved(window, (toMs - fromMs) * action.share, nowMs));
    else if (action.kind === "zoom")
      onWindow(zoomed(window, action.factor, cursor?.atMs ?? (fromMs + toMs) / 2, nowMs));
    else if (action.kind === "live") onWindow(undefined);
    else if (action.kind === "back") goBack();
    else open();
  };

  return {
    cursor: hit,
    selection,
    surface,
    handlers: {
      onPointerMove: (event) => {
        const [x, y] = placeIn(event);
        if (selection !== undefined) setSelection({ ...selection, to: x });
        else point(hitAt(drawn, scale, x, y));
      },
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        const [x] = placeIn(event);
        event.currentTarget.setPointerCapture(event.pointerId);
        setSelection({ from: x, to: x });
      },
      onPointerUp: (event) => {
        if (selection === undefined) return;
        setSelection(undefined);
        const [x, y] = placeIn(event);
        if (Math.abs(selection.from - x) >= clickPixels) {
          onWindow(selected(timeAt(scale, selection.from), timeAt(scale, x), nowMs));
          return;
        }
        const found = hitAt(drawn, scale, x, y);
        const name = found?.line === undefined ? undefined : frame.lines[found.line]?.name;
        const atMs = found === undefined ? undefined : frame.atMs[found.moment];
        if (name !== undefined && atMs !== undefined) onOpen(name, atMs);
        else point(found);
      },
      onPointerLeave: () => {
        if (selection === undefined) setCursor(undefined);
      },
      onPointerCancel: () => setSelection(undefined),
      onKeyDown: (event) => {
        const action = keyAction(event);
        if (action === undefined) return;
        event.preventDefault();
        carryOut(action);
      },
      onBlur: () => setCursor(undefined),
    },
  };
}

function placeOf(index: number): number | undefined {
  return index < 0 ? undefined : index;
}

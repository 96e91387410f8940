"use client";

import type { LateDropEntry } from "@stoatflow/api";
import { useQueryStates } from "nuqs";
import { useEffect, useMemo, useRef } from "react";
import { lateDropsSearchParams } from "../../app/apps/[id]/late-drops/search-params.ts";
import { useLiveView } from "../../live/live-app.tsx";
import { Button } from "../../ui/button.tsx";
import { Note, Panel, RowsOnTheirWay } from "../../ui/panel.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { isOfEarlierRun, runsOf } from "../app/earlier-run.ts";
import { LateDropDetail } from "./detail.tsx";
import { dropName } from "./drop-tail.ts";
import { droppedOtherwise } from "./dropped-otherwise.ts";
import { ExportButton } from "./export-dialog.tsx";
import { askedGraces, FiguresView, needsMoreGraces } from "./figures-view.tsx";
import { type FilterParams, filterOf, isFiltering } from "./filter.ts";
import { FilterFields } from "./filter-fields.tsx";
import { LateDropList } from "./list.tsx";
import type { Phase } from "./phase.ts";
import { notEvaluatedWords, showingWords, summaryLine } from "./summary.ts";
import { TailBar } from "./tail-bar.tsx";
import { useCheckedExpression } from "./use-checked-expression.ts";
import { type Drops, useDropFigures, useDrops } from "./use-drops.ts";
import { type OpenDrop, useOpenDrop } from "./use-open-drop.ts";

/** The records that were dropped as late: how many and how late, which of them, the list, and the one that is open. */
export function LateDropsPanel() {
  const times = useTimes();
  const view = useLiveView();
  const snapshot = view?.snapshot ?? undefined;
  const instances = view?.summary.instances;
  const runs = useMemo(() => runsOf(instances ?? []), [instances]);
  const [params, setParams] = useQueryStates(lateDropsSearchParams);
  const read = filterOf(params);
  const expression = useCheckedExpression(params.where);
  const isRight = expression.kind === "none" || expression.kind === "right";
  const filter = read.kind === "filter" && isRight ? read.filter : undefined;
  const asked = { from: params.source, filter };
  const isFiltered = filter !== undefined && isFiltering(filter);
  const isWrong = read.kind === "wrong" || expression.kind === "wrong" || expression.kind === "failed";
  const drops = useDrops(asked, isWrong);
  const [graces, moreGraces] = askedGraces(params.grace);
  const { data: figures, isPlaceholderData: isOfBefore } = useDropFigures(asked, graces);
  const isMoreNeeded = figures !== undefined && needsMoreGraces(figures, graces, params.grace);
  const { data: more } = useDropFigures(asked, moreGraces, isMoreNeeded);
  const open = useOpenDrop(params.drop, params.dropAt, drops.tail);
  const showing =
    drops.phase.kind === "searching"
      ? "searching…"
      : figures === undefined || drops.tail === undefined || drops.tail.rows.length === 0
        ? undefined
        : showingWords(drops.tail.rows.length, figures, isFiltered);
  const change = (next: Partial<FilterParams>) => void setParams(next);
  return (
    <Panel
      id="late-drops"
      title="Late drops"
      about="records that came after their window had closed"
      aside={filter !== undefined && <ExportButton from={params.source} filter={filter} showing={showing} />}
    >
      <p data-summary="" className="min-h-9 max-w-[96ch] text-pretty pt-3 text-15 max-sm:min-h-21">
        {figures !== undefined &&
          snapshot !== undefined &&
          summaryLine(figures, snapshot.atMs, times, isFiltered)}
      </p>
      <p data-column="dropped" data-sequence={snapshot?.sequence} className="label min-h-8 pt-1 pb-3">
        {snapshot !== undefined && droppedOtherwise(snapshot.status.counters.dropped)}
      </p>
      <div className="flex flex-col">
        <FilterFields
          params={params}
          read={read}
          operators={Object.keys(snapshot?.status.counters.lateDroppedBy ?? {})}
          topics={[...new Set(snapshot?.watermarks.partitions.map(({ topic }) => topic))]}
          nowMs={snapshot?.atMs ?? 0}
          onChange={change}
        />
        <div className={`max-lg:order-last max-lg:pt-6 ${isOfBefore ? "opacity-60" : ""}`}>
          {figures === undefined ? (
            filter !== undefined && <div className="h-48 max-lg:hidden" />
          ) : (
            <FiguresView
              figures={figures}
              moreKept={isMoreNeeded ? (more?.grace.kept ?? []) : []}
              graceMs={params.grace}
              onGrace={(grace) => void setParams({ grace })}
              onRange={(latenessFrom, latenessTo) => change({ latenessFrom, latenessTo })}
            />
          )}
        </div>
        {figures !== undefined && figures.notEvaluated.count > 0 && (
          <p data-not-evaluated="" className="text-pretty pb-3 text-13 text-waiting">
            {notEvaluatedWords(figures.notEvaluated)}
          </p>
        )}
        <TailBar
          from={params.source}
          onFrom={(source) => void setParams({ source })}
          showing={showing}
          drops={drops}
        />
        <ListAndDetail
          drops={drops}
          runs={runs}
          open={open}
          isChosen={params.drop !== null}
          onFurther={() => change({ until: (drops.tail?.rows.at(-1)?.atMs ?? 0) + 1 })}
          onOpen={(drop) => void setParams({ drop: dropName(drop), dropAt: drop.atMs })}
          onClose={() => void setParams({ drop: null, dropAt: null })}
        />
      </div>
    </Panel>
  );
}

const nothing = (): void => {};

interface ListAndDetailProps {
  readonly drops: Drops;
  /** Those that go on. */
  readonly runs: ReadonlySet<string>;
  readonly open: OpenDrop;
  /** Somebody chose it: on a phone it stands in the list's place. */
  readonly isChosen: boolean;
  /** The list is full: it is to begin anew with what is older. */
  readonly onFurther: () => void;
  readonly onOpen: (drop: LateDropEntry) => void;
  readonly onClose: () => void;
}

function ListAndDetail(props: ListAndDetailProps) {
  const { drops, runs, open, isChosen, onFurther, onOpen, onClose } = props;
  const list = useRef<HTMLDivElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  // Where the list has left the page, the focus that was in it goes on to the way back.
  useEffect(() => {
    if (isChosen && back.current?.offsetParent !== null) back.current?.focus({ preventScroll: true });
  }, [isChosen]);
  const { tail, phase, older } = drops;
  const rows = tail?.rows ?? [];
  return (
    <div
      data-phase={phase.kind}
      className="grid gap-x-8 gap-y-6 pt-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
    >
      <div className={`min-w-0 ${isChosen ? "max-lg:hidden" : ""}`}>
        <Told phase={phase} isEmpty={rows.length === 0} older={older} />
        {rows.length > 0 && (
          <div
            aria-busy={phase.kind === "searching"}
            className={phase.kind === "searching" ? "opacity-60" : ""}
          >
            <LateDropList
              key={drops.key}
              host={list}
              drops={rows}
              runs={runs}
              open={open.kind === "open" ? dropName(open.drop) : undefined}
              onOpen={onOpen}
              onEnd={older.error === undefined ? older.load : nothing}
            />
            <div data-list-end="" className="label flex min-h-9 flex-wrap items-center gap-3 pt-2">
              {older.error !== undefined && !older.isPending ? (
                <>
                  The older ones can't be had: {older.error}
                  <Button className="h-7" onClick={older.load}>
                    Try again
                  </Button>
                </>
              ) : older.isPending ? (
                "Loading older ones…"
              ) : (
                phase.kind === "done" && phase.words
              )}
              {tail?.end.kind === "full" && (
                <Button className="h-7" onClick={onFurther}>
                  Go on with older ones
                </Button>
              )}
            </div>
          </div>
        )}
      </div>
      <div className={`min-w-0 pt-2 ${isChosen ? "" : "max-lg:hidden"}`}>
        {isChosen && (
          <Button
            ref={back}
            className="mb-3 lg:hidden"
            onClick={() => {
              onClose();
              // The list is there again once that is rendered.
              requestAnimationFrame(() => list.current?.focus());
            }}
          >
            Back to the list
          </Button>
        )}
        {open.kind === "open" && (
          <LateDropDetail
            key={dropName(open.drop)}
            drop={open.drop}
            isOfEarlierRun={isOfEarlierRun(open.drop, runs)}
          />
        )}
        {open.kind === "searching" && <RowsOnTheirWay rows={6} label="Looking for the late drop" />}
        {open.kind === "not-found" && <Note>{open.words}</Note>}
        {open.kind === "failed" && (
          <div role="status" className="flex flex-wrap items-center gap-3 py-2 text-13 text-soft">
            <p data-open-failed="">This late drop can't be had: {open.message}</p>
            <Button className="h-7" onClick={open.again}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

/** How far the search is, above the rows or in their place. */
function Told({
  phase,
  isEmpty,
  older,
}: {
  readonly phase: Phase;
  readonly isEmpty: boolean;
  readonly older: Drops["older"];
}) {
  if (phase.kind === "searching")
    return isEmpty ? <RowsOnTheirWay rows={8} label="Looking for late drops" /> : null;
  if (phase.kind === "done") return isEmpty ? <Note>{phase.words}</Note> : null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 py-2 text-13 text-soft">
      <p data-told="">{phase.words}</p>
      {phase.kind === "partial" && phase.why === "looked-so-far" && (
        <Button className="h-7" disabled={older.isPending} onClick={older.load}>
          {older.isPending ? "Looking…" : "Look further"}
        </Button>
      )}
    </div>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { recentOptions } from "../../live/append-tick.ts";
import { useAppId, useFreshness, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { FigureText } from "../../ui/number-cell.tsx";
import { StaleRoot } from "../../ui/panel.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { DrainLine } from "../control/drain-line.tsx";
import { lastKnownOf } from "./last-known.ts";
import { LossesLine } from "./losses-line.tsx";
import { motionOf } from "./motion.ts";
import { isBehind } from "./pace.ts";
import { sentenceOf } from "./sentence.ts";
import { type Vital, vitalLabels, vitalsOf } from "./vitals.ts";

/**
 * The sentence, whether event time moves and since when it does not, and the numbers. `bare`: the sentence alone. There is
 * room for a sentence of two lines, and on a phone of four, so that one that grows moves nothing.
 */
export function Headline({ bare = false }: { readonly bare?: boolean }) {
  const view = useLiveView();
  const freshness = useFreshness();
  const times = useTimes();
  const snapshot = view?.snapshot;
  return (
    <StaleRoot>
      <div className={`flex flex-col gap-1 ${bare ? "min-h-16" : "min-h-26 max-sm:min-h-50"}`}>
        <p
          data-sentence=""
          data-sequence={view?.summary.sequence ?? undefined}
          className={`max-w-[72ch] text-pretty text-20 ${freshness.kind === "stale" ? "tabular-nums" : "figures"}`}
        >
          {view === undefined
            ? "Asking the console."
            : freshness.kind === "stale"
              ? lastKnownOf(view.summary, freshness.ageMs, times)
              : sentenceOf(view.summary)}
        </p>
        <div className="flex min-h-5 flex-wrap gap-x-2 text-13 text-soft">
          {freshness.kind !== "stale" && (
            <>
              <Motion />
              <DrainLine />
            </>
          )}
        </div>
        {!bare && <LossesLine />}
      </div>
      {!bare && (
        <dl className="figures grid grid-cols-2 gap-x-6 gap-y-4 pt-6 max-sm:*:first:col-span-2 sm:grid-cols-5">
          {view === undefined || snapshot === undefined || snapshot === null
            ? vitalLabels.map((label) => <EmptyVital key={label} label={label} />)
            : vitalsOf(snapshot, isBehind(view.summary), times).map((vital) => (
                <VitalNumber key={vital.label} vital={vital} />
              ))}
        </dl>
      )}
    </StaleRoot>
  );
}

function Motion() {
  const trpc = useTRPC();
  const appId = useAppId();
  const view = useLiveView();
  const times = useTimes();
  const { data } = useQuery(trpc.watermarks.recent.queryOptions({ appId }, recentOptions));
  if (view === undefined || view.summary.connection.kind !== "live") return null;
  return (
    <p data-motion="" className="figures text-pretty">
      {motionOf(view.summary, data?.ticks ?? [], times)}
    </p>
  );
}

function VitalNumber({ vital: { label, figure, note, hue } }: { readonly vital: Vital }) {
  return (
    <div className="min-w-0">
      <dt className="label">{label}</dt>
      <dd>
        <FigureText
          figure={figure}
          className={`block truncate font-medium text-28 tracking-tight ${hue ?? ""} hue`}
        />
        <span className={`label text-pretty ${noteRoom(label)}`} title={note}>
          {note}
        </span>
      </dd>
    </div>
  );
}

/** Notes get longer and shorter with what they tell: their room is always the same, so that nothing below moves. */
function noteRoom(label: string): string {
  return label === "Held partitions"
    ? "line-clamp-2 h-8 max-sm:line-clamp-4 max-sm:h-16"
    : "line-clamp-2 h-8 max-sm:line-clamp-3 max-sm:h-12";
}

function EmptyVital({ label }: { readonly label: string }) {
  return (
    <div>
      <dt className="label">{label}</dt>
      <dd>
        <span className="block text-28 text-quiet">—</span>
        <span className={`label ${noteRoom(label)}`}>not told yet</span>
      </dd>
    </div>
  );
}

"use client";

import { formatQuantity } from "../../lib/format/integer.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { Note, RowsOnTheirWay } from "../../ui/panel.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import type { usePartitionPast } from "./use-partition-past.ts";

/** How many are listed; the others are counted. */
const listedMax = 100;

/** What happened to a partition, newest first; each leads to its moment. */
export function DrawerEvents({
  past: { events, isAsking, fault, isMore },
  at,
  onAt,
}: {
  readonly past: Pick<ReturnType<typeof usePartitionPast>, "events" | "isAsking" | "fault" | "isMore">;
  readonly at: number | null;
  readonly onAt: (atMs: number) => void;
}) {
  const times = useTimes();
  const left = events.length - listedMax;
  return (
    <section aria-labelledby="partition-events">
      <h3 id="partition-events" className="border-hairline border-b pb-2 font-medium text-15">
        What happened
      </h3>
      {fault !== undefined && <Note>Not all of it can be had: {fault}</Note>}
      {events.length === 0 && isAsking && <RowsOnTheirWay rows={4} label="Asking history" />}
      {events.length === 0 && !isAsking && fault === undefined && (
        <Note>Nothing in this time: no hold, no late drop, no violation, no other state.</Note>
      )}
      <ol>
        {events.slice(0, listedMax).map(({ key, atMs, mark, text }) => (
          <li
            key={key}
            data-event={mark.word}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-selected border-b py-1.5 sm:grid-cols-[96px_120px_minmax(0,1fr)]"
          >
            <button
              type="button"
              aria-pressed={at === atMs}
              title={`${times.title(atMs, at ?? atMs)} · show this moment`}
              onClick={() => onAt(atMs)}
              className="min-h-6 text-left font-mono text-12 text-soft hover:text-ink hover:underline"
            >
              {times.clock(atMs)}
            </button>
            <MarkTag mark={mark} />
            <span className="text-pretty text-13 max-sm:col-span-2">{text}</span>
          </li>
        ))}
      </ol>
      {(left > 0 || isMore) && (
        <p className="label pt-2">
          {left > 0 && `${formatQuantity(left, "older event")} not listed. `}
          {isMore &&
            "More happened in the app in this time than is looked through: look back less far for all of it."}
        </p>
      )}
    </section>
  );
}

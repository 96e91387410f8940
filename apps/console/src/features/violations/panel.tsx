"use client";

import type { ViolationEntry } from "@stoatflow/api";
import { useQuery } from "@tanstack/react-query";
import { groupDigits } from "../../lib/format/integer.ts";
import { formatDateTime, formatIso } from "../../lib/format/time.ts";
import { partitionName } from "../../live/append-tick.ts";
import { useAppId } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import type { Mark } from "../../ui/mark.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { Note, Panel, RowsOnTheirWay } from "../../ui/panel.tsx";

const marks: Readonly<Record<ViolationEntry["class"], Mark>> = {
  expected: { glyph: "outline", hue: "text-expected", word: "expected" },
  bug: { glyph: "triangle", hue: "text-bug", word: "bug" },
};

const shownMax = 50;

/** The tripwire's ledger, newest first. */
export function ViolationsPanel() {
  const trpc = useTRPC();
  const appId = useAppId();
  const { data, error } = useQuery(trpc.violations.list.queryOptions({ appId, limit: shownMax }));
  return (
    <Panel
      id="violations"
      title="Violations"
      aside={
        data !== undefined &&
        data.items.length > 0 && (
          <span className="label">
            newest {data.items.length} of {data.total ?? data.retained} since its start
          </span>
        )
      }
    >
      {error !== null && <Note>The ledger can't be had: {error.message}</Note>}
      {data === undefined && error === null && <RowsOnTheirWay rows={3} label="Asking for the ledger" />}
      {data?.freshness.kind === "failed" && (
        <Note>The newest entries can't be had: {data.freshness.reason}</Note>
      )}
      {data?.items.length === 0 && data.freshness.kind === "current" && (
        <Note>None since its start: no offset went back, no buffer went over its bound.</Note>
      )}
      {data?.items.length === 0 && data.freshness.kind === "fetching" && (
        <RowsOnTheirWay rows={3} label="The entries are on their way" />
      )}
      {data !== undefined && data.items.length > 0 && (
        <div className="overflow-x-auto">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Class</th>
                <th scope="col">Kind</th>
                <th scope="col">Partition</th>
                <th scope="col" className="number">
                  Offset before
                </th>
                <th scope="col" className="number">
                  Offset after
                </th>
                <th scope="col" className="number max-md:hidden">
                  Epoch
                </th>
                <th scope="col" className="number max-md:hidden">
                  At, UTC
                </th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((entry) => (
                <tr key={`${entry.bootId}-${entry.id}`} data-violation={entry.id} className="hover:bg-raised">
                  <td>
                    <MarkTag mark={marks[entry.class]} />
                  </td>
                  <td className="font-mono text-12">{entry.kind}</td>
                  <td className="font-mono text-12">
                    <a href={`#partition-${partitionName(entry)}`} className="hover:underline">
                      {partitionName(entry)}
                    </a>
                  </td>
                  <td className="number">{groupDigits(entry.offsetBefore)}</td>
                  <td className="number">{groupDigits(entry.offsetAfter)}</td>
                  <td className="number max-md:hidden">{groupDigits(String(entry.epoch))}</td>
                  <td className="number max-md:hidden" title={formatIso(entry.atMs)}>
                    {formatDateTime(entry.atMs)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

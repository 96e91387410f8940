"use client";

import type { ViolationEntry } from "@stoatflow/api";
import { useQuery } from "@tanstack/react-query";
import { groupDigits } from "../../lib/format/integer.ts";
import { formatIso, formatTimeNear } from "../../lib/format/time.ts";
import { partitionName } from "../../live/append-tick.ts";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import type { Mark } from "../../ui/mark.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { Note, Panel, RowsOnTheirWay } from "../../ui/panel.tsx";
import { ScrollMore } from "../../ui/scroll-more.tsx";

const marks: Readonly<Record<ViolationEntry["class"], Mark>> = {
  expected: { glyph: "outline", hue: "text-expected", word: "expected" },
  bug: { glyph: "triangle", hue: "text-bug", word: "bug" },
};

const words: Readonly<Record<ViolationEntry["kind"], string>> = {
  partition_offset_regression: "position went back",
  partition_buffer_over_bound: "buffer over its bound",
  commit_offset_regression: "commit went back",
  watermark_regression: "watermark went back",
  lane_order: "lane out of order",
  epoch_overlap: "epochs overlap",
};

const shownMax = 50;

/** The tripwire's ledger, newest first. */
export function ViolationsPanel() {
  const trpc = useTRPC();
  const appId = useAppId();
  const nowMs = useLiveView()?.summary.atMs;
  const { data, error } = useQuery(trpc.violations.list.queryOptions({ appId, limit: shownMax }));
  return (
    <Panel
      id="violations"
      title="Violations"
      about="offsets or watermarks that went back, buffers over their bound, lanes or epochs out of order"
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
      {data?.items.length === 0 && data.freshness.kind === "current" && <Note>None since its start.</Note>}
      {data?.items.length === 0 && data.freshness.kind === "fetching" && (
        <RowsOnTheirWay rows={3} label="The entries are on their way" />
      )}
      {data !== undefined && data.items.length > 0 && (
        <ScrollMore>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Class</th>
                <th scope="col">What happened</th>
                <th scope="col">Partition</th>
                <th scope="col" className="number">
                  At, UTC
                </th>
                <th scope="col" className="number">
                  From offset
                </th>
                <th scope="col" className="number">
                  To offset
                </th>
                <th scope="col" className="number max-md:hidden">
                  Epoch
                </th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((entry) => (
                <tr key={`${entry.bootId}-${entry.id}`} data-violation={entry.id} className="hover:bg-raised">
                  <td>
                    <MarkTag mark={marks[entry.class]} />
                  </td>
                  <td title={entry.kind}>{words[entry.kind]}</td>
                  <td className="font-mono text-12">
                    <a href={`#partition-${partitionName(entry)}`} className="hover:underline">
                      {partitionName(entry)}
                    </a>
                  </td>
                  <td className="number" title={formatIso(entry.atMs)}>
                    {formatTimeNear(entry.atMs, nowMs ?? entry.atMs)}
                  </td>
                  <td className="number">{groupDigits(entry.offsetBefore)}</td>
                  <td className="number">{groupDigits(entry.offsetAfter)}</td>
                  <td className="number max-md:hidden">{groupDigits(String(entry.epoch))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollMore>
      )}
      {data !== undefined && data.items.length > 0 && (
        <p className="label text-pretty pt-3">
          Expected: it has a known cause, such as a log that was set back. Bug: it must never happen; please
          report it with its row.
        </p>
      )}
    </Panel>
  );
}

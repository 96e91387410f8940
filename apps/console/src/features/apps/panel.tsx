"use client";

import type { ListedApp } from "@stoatflow/api";
import { useQuery } from "@tanstack/react-query";
import { useBrowserNowMs } from "../../live/browser-clock.ts";
import { freshnessOf } from "../../live/freshness.ts";
import { useTRPC } from "../../trpc/context.ts";
import { Note, RowsOnTheirWay } from "../../ui/panel.tsx";
import { overviewOf } from "./overview.ts";
import { AppRow, figureColumns, rowColumns } from "./row.tsx";
import { troubleFirst } from "./trouble.ts";

/** One beat: how often the list is read. A hidden page reads nothing. */
const beatMs = 1000;

/** Every configured app, trouble first. */
export function AppsPanel() {
  const trpc = useTRPC();
  const { data, error, dataUpdatedAt } = useQuery(
    trpc.apps.list.queryOptions(undefined, { refetchInterval: beatMs, refetchIntervalInBackground: false }),
  );
  const nowMs = useBrowserNowMs();
  const isSilent = (app: ListedApp): boolean =>
    freshnessOf({
      receivedAtMs: app.receivedAtMs,
      staleAfterMs: app.staleAfterMs,
      sentAtMs: app.serverNowMs,
      arrivedAtMs: dataUpdatedAt,
      nowMs,
    }).kind === "stale";
  if (data === undefined) {
    return error === null ? (
      <RowsOnTheirWay rows={6} label="Asking for the apps" />
    ) : (
      <Note>The console's server can't be reached: {error.message}. It is asked again each second.</Note>
    );
  }
  if (data.length === 0) {
    return (
      <>
        <p className="text-20" data-sentence="">
          No app is configured.
        </p>
        <Note>
          Name them in <code className="font-mono text-12">STOATFLOW_APPS</code>, for example{" "}
          <code className="font-mono text-12">orders=http://127.0.0.1:4001</code>, or in a file given by{" "}
          <code className="font-mono text-12">--config</code>, and start the console again.
        </Note>
      </>
    );
  }
  const ordered = troubleFirst(data, isSilent);
  return (
    <>
      <p className="pb-6 text-20" data-sentence="">
        {overviewOf(ordered, isSilent)}
      </p>
      <div aria-hidden="true" className={`${rowColumns} label border-hairline border-b pb-2 max-lg:hidden`}>
        <span>App</span>
        <div className={`${figureColumns} text-right`}>
          <span>Gap to now</span>
          <span>Lag, offsets</span>
          <span>Late drops</span>
          <span>Violations</span>
        </div>
        <span className="w-24" />
      </div>
      <ul aria-label="Apps, trouble first" className="max-lg:border-hairline max-lg:border-t">
        {ordered.map((summary) => (
          <AppRow key={summary.id} summary={summary} arrivedAtMs={dataUpdatedAt} />
        ))}
      </ul>
    </>
  );
}

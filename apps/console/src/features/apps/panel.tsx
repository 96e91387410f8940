"use client";

import { useQuery } from "@tanstack/react-query";
import { formatCount } from "../../lib/format/integer.ts";
import { useTRPC } from "../../trpc/context.ts";
import { Note, RowsOnTheirWay } from "../../ui/panel.tsx";
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
  if (data === undefined) {
    return error === null ? (
      <RowsOnTheirWay rows={6} label="Asking for the apps" />
    ) : (
      <Note>The console's server can't be reached: {error.message}. It is asked again each second.</Note>
    );
  }
  if (data.length === 0) {
    return (
      <Note>
        No app is configured. Name them in <code className="font-mono text-12">STOATFLOW_APPS</code>, for
        example <code className="font-mono text-12">orders=http://127.0.0.1:4001</code>, or in a file given by{" "}
        <code className="font-mono text-12">--config</code>, and start the console again.
      </Note>
    );
  }
  return (
    <>
      <p className="pb-6 text-20" data-sentence="">
        {overview(data)}
      </p>
      <div aria-hidden="true" className={`${rowColumns} label border-hairline border-b pb-2 max-lg:hidden`}>
        <span>App</span>
        <div className={`${figureColumns} text-right`}>
          <span>Gap</span>
          <span>Lag</span>
          <span>Late drops</span>
          <span>Violations</span>
        </div>
        <span className="w-24" />
      </div>
      <ul aria-label="Apps, trouble first" className="max-lg:border-hairline max-lg:border-t">
        {troubleFirst(data).map((summary) => (
          <AppRow key={summary.id} summary={summary} arrivedAtMs={dataUpdatedAt} />
        ))}
      </ul>
    </>
  );
}

function overview(apps: readonly { readonly connection: { readonly kind: string } }[]): string {
  const broken = apps.filter(
    ({ connection }) => connection.kind === "unreachable" || connection.kind === "invalid",
  );
  const all = apps.length === 1 ? "One app is watched" : `${formatCount(apps.length)} apps are watched`;
  if (broken.length === 0) return `${all}.`;
  return `${all}; ${broken.length === 1 ? "one" : formatCount(broken.length)} can't be read.`;
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { auditSearchParams } from "../../app/apps/[id]/audit/search-params.ts";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { keepAnswerOf } from "../../trpc/keep-answer-of.ts";
import { Glyph } from "../../ui/glyph.tsx";
import { lifecycleMarks } from "../../ui/mark.ts";
import { Note, Panel, RowsOnTheirWay } from "../../ui/panel.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { changeWords } from "./entry-words.ts";
import { spanOf } from "./span.ts";

const pageRows = 100;

/** How the app's life cycle went, with who made each change. */
export function LifecyclePanel() {
  const trpc = useTRPC();
  const appId = useAppId();
  const times = useTimes();
  const atMs = useLiveView()?.summary.atMs ?? undefined;
  const [{ span }] = useQueryStates(auditSearchParams);
  const { data, error } = useQuery(
    trpc.history.lifecycle.queryOptions(
      { appId, limit: pageRows, ...spanOf(span, atMs ?? 0) },
      { enabled: atMs !== undefined, ...keepAnswerOf(span) },
    ),
  );
  return (
    <Panel id="lifecycle" title="Life cycle" about="starts, pauses and ends, by the app's clock">
      {error !== null && <Note>History can't be read: {error.message}. It is asked again by itself.</Note>}
      {data === undefined && error === null && <RowsOnTheirWay rows={3} label="Asking for history" />}
      {data?.items.length === 0 && <Note>No change is known in the last {span}.</Note>}
      <ul aria-label="Changes of the life cycle, newest first">
        {data?.items.map((change) => {
          const at = times.moment(change.atMs, atMs ?? change.atMs);
          const { glyph, hue } = lifecycleMarks[change.to.kind];
          return (
            <li
              key={`${change.bootId}-${String(change.atMs)}-${change.to.kind}`}
              data-change={change.to.kind}
              className="grid gap-x-4 border-hairline border-b py-2 sm:grid-cols-[160px_minmax(0,1fr)]"
            >
              <span title={at.title} className="font-mono text-12 text-soft leading-5">
                {at.text}
              </span>
              <span className="flex min-w-0 gap-2 text-pretty">
                <Glyph name={glyph} className={`mt-1 ${hue}`} />
                {changeWords(change)}
              </span>
            </li>
          );
        })}
      </ul>
      {data?.nextBefore != null && <Note>There are older ones than these {pageRows}.</Note>}
    </Panel>
  );
}

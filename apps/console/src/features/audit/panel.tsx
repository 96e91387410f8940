"use client";

import type { AuditEntry } from "@stoatflow/api";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { auditSearchParams } from "../../app/apps/[id]/audit/search-params.ts";
import { formatCount, formatQuantity } from "../../lib/format/integer.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { keepAnswerOf } from "../../trpc/keep-answer-of.ts";
import { Button } from "../../ui/button.tsx";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { NewestOlder } from "../../ui/newest-older.tsx";
import { Note, Panel, RowsOnTheirWay } from "../../ui/panel.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { deedOf, outcomeOf } from "./entry-words.ts";
import { spanOf } from "./span.ts";
import { SpanChoice } from "./span-choice.tsx";

const pageRows = 50;

/** Who did what to this app and when, and what became of it. */
export function AuditPanel() {
  const trpc = useTRPC();
  const appId = useAppId();
  const nowMs = useLiveView()?.summary.serverNowMs;
  const [{ actor, span, before }, setParams] = useQueryStates(auditSearchParams);
  const { data, error } = useQuery(
    trpc.audit.list.queryOptions(
      {
        appId,
        limit: pageRows,
        ...(nowMs === undefined ? {} : { fromMs: spanOf(span, nowMs).fromMs }),
        ...(actor === null ? {} : { actor }),
        ...(before === null ? {} : { before }),
      },
      { enabled: nowMs !== undefined, ...keepAnswerOf(JSON.stringify([span, actor])) },
    ),
  );
  return (
    <Panel
      id="audit"
      title="Who did what"
      about="every action on this app, with what became of it"
      aside={
        <div className="flex flex-wrap items-center gap-2">
          {actor !== null && (
            <Button onClick={() => void setParams({ actor: null, before: null })}>
              by {visibleText(actor)}: show everyone
            </Button>
          )}
          <SpanChoice value={span} onChange={(next) => void setParams({ span: next, before: null })} />
        </div>
      }
    >
      {error !== null && <Note>The audit can't be read: {error.message}. It is asked again by itself.</Note>}
      {data === undefined && error === null && <RowsOnTheirWay rows={4} label="Asking for the audit" />}
      {data?.items.length === 0 && (
        <Note>
          Nobody did anything to this app in the last {span}
          {actor === null ? "" : ` under the name ${visibleText(actor)}`}.
        </Note>
      )}
      {data !== undefined && (
        <>
          <ul aria-label="Actions, newest first">
            {data.items.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                nowMs={nowMs ?? entry.atMs}
                onActor={(name) => void setParams({ actor: name, before: null })}
              />
            ))}
          </ul>
          <NewestOlder
            before={before}
            nextBefore={data.nextBefore}
            onTurn={(next) => void setParams({ before: next })}
          >
            <p className="label">
              {formatQuantity(data.retention.rows, "row")} kept of {formatCount(data.retention.rowsMax)} over
              all apps; the oldest go first
            </p>
          </NewestOlder>
        </>
      )}
    </Panel>
  );
}

function Entry({
  entry,
  nowMs,
  onActor,
}: {
  readonly entry: AuditEntry;
  readonly nowMs: number;
  readonly onActor: (actor: string) => void;
}) {
  const times = useTimes();
  const at = times.moment(entry.atMs, nowMs);
  const { message, generation } = entry.detail;
  return (
    <li
      data-audit={entry.id}
      className="grid gap-x-4 border-hairline border-b py-2 sm:grid-cols-[160px_minmax(0,1fr)_180px]"
    >
      <time
        dateTime={new Date(entry.atMs).toISOString()}
        title={at.title}
        className="font-mono text-12 text-soft leading-5"
      >
        {at.text}
      </time>
      <div className="min-w-0 text-pretty">
        <p>
          <button
            type="button"
            className="min-h-6 font-medium underline decoration-line underline-offset-3 hover:decoration-ink"
            aria-label={`Show what ${visibleText(entry.actor)} did alone`}
            onClick={() => onActor(entry.actor)}
          >
            {visibleText(entry.actor)}
          </button>{" "}
          {deedOf(entry)}
        </p>
        <p className="text-soft">
          “{visibleText(entry.reason)}”{generation !== null && ` · generation ${formatCount(generation)}`}
        </p>
        {message !== null && <p className="text-soft">{visibleText(message)}</p>}
      </div>
      <MarkTag mark={outcomeOf(entry)} className="text-13 sm:justify-self-end" />
    </li>
  );
}

"use client";

import type { LedgerEntry } from "@stoatflow/api";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { violationsSearchParams } from "../../app/apps/[id]/violations/search-params.ts";
import { formatCount, formatQuantity } from "../../lib/format/integer.ts";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { Button } from "../../ui/button.tsx";
import { NewestOlder } from "../../ui/newest-older.tsx";
import { Note, Panel, RowsOnTheirWay } from "../../ui/panel.tsx";
import { isOfEarlierRun, runsOf } from "../app/earlier-run.ts";
import { AcknowledgeForm } from "./acknowledge-form.tsx";
import { waitingWords } from "./acknowledged-words.ts";
import { DialogFrame } from "./dialog-frame.tsx";
import { EntryRow } from "./entry-row.tsx";
import { type LedgerGroup, ledgerGroups, parseRef, refText } from "./ledger.ts";
import { useLedger } from "./use-ledger.ts";
import { ViolationDialog } from "./violation-dialog.tsx";

const titles: Readonly<Record<LedgerGroup["kind"], string>> = {
  "unacknowledged-bugs": "Bugs that nobody has looked at",
  "acknowledged-bugs": "Bugs that somebody has looked at",
  expected: "Expected",
};

/** The tripwire's ledger: bugs that nobody has looked at on top, then the newest. */
export function ViolationsPanel() {
  const [{ source, before, violation }, setParams] = useQueryStates(violationsSearchParams);
  const page = useLedger();
  const open = violation === null ? undefined : parseRef(violation);
  const entries = page.entries ?? [];
  return (
    <Panel
      id="violations"
      title="Violations"
      about="offsets or watermarks that went back, buffers over their bound, lanes or epochs out of order"
      aside={<span className="label">{page.words}</span>}
    >
      <Waiting />
      {page.fault !== undefined && <Note>The ledger can't be had: {page.fault}</Note>}
      {page.entries === undefined && page.fault === undefined && (
        <RowsOnTheirWay rows={3} label="Asking for the ledger" />
      )}
      {page.entries?.length === 0 && page.nothing !== undefined && <Note>{page.nothing}</Note>}
      {ledgerGroups(entries).map((group) => (
        <Group
          key={group.kind}
          group={group}
          onOpen={(entry) => void setParams({ violation: refText(entry) }, { history: "push" })}
        />
      ))}
      <NewestOlder
        before={before}
        nextBefore={page.nextBefore}
        onTurn={(next) => void setParams({ before: next })}
      >
        <Button
          onClick={() =>
            void setParams({ before: null, source: source === "collector" ? "history" : "collector" })
          }
        >
          {source === "collector" ? "All that was written down" : "Since its start, live"}
        </Button>
      </NewestOlder>
      {entries.length > 0 && (
        <p className="label text-pretty pt-3">
          Expected: it has a known cause, such as a log that was set back. Bug: it must never happen; please
          report it with its evidence.
        </p>
      )}
      <ViolationDialog
        violation={open}
        onClose={() => void setParams({ violation: null }, { history: "push" })}
      />
    </Panel>
  );
}

/** How many bugs wait for somebody, those of earlier runs and other pages among them. */
function Waiting() {
  const trpc = useTRPC();
  const appId = useAppId();
  const { data } = useQuery(
    trpc.violations.unacknowledged.queryOptions(
      { appIds: [appId] },
      { placeholderData: keepPreviousData, refetchInterval: 5000 },
    ),
  );
  const [own] = data ?? [];
  return (
    <p data-waiting="" className="min-h-9 pt-3 text-15">
      {own === undefined ? "" : waitingWords(own)}
    </p>
  );
}

function Group({
  group: { kind, entries },
  onOpen,
}: {
  readonly group: LedgerGroup;
  readonly onOpen: (entry: LedgerEntry) => void;
}) {
  const view = useLiveView();
  const [isAll, setAll] = useState(false);
  const runs = runsOf(view?.summary.instances ?? []);
  const nowMs = view?.summary.atMs ?? entries[0]?.atMs ?? 0;
  return (
    <section aria-labelledby={`ledger-${kind}`} data-ledger={kind} className="pt-3">
      <div className="flex min-h-9 items-center justify-between gap-4 border-hairline border-b">
        <h3 id={`ledger-${kind}`} className="font-medium text-13">
          {titles[kind]} <span className="font-mono text-12 text-quiet">{formatCount(entries.length)}</span>
        </h3>
        {kind === "unacknowledged-bugs" && entries.length > 1 && (
          <Button data-acknowledge-all="" onClick={() => setAll(true)}>
            Acknowledge all {formatCount(entries.length)}…
          </Button>
        )}
      </div>
      <ol>
        {entries.map((entry) => (
          <EntryRow
            key={refText(entry)}
            entry={entry}
            nowMs={nowMs}
            isOfEarlierRun={isOfEarlierRun(entry, runs)}
            onOpen={onOpen}
          />
        ))}
      </ol>
      <DialogFrame
        open={isAll}
        title={`Acknowledge ${formatQuantity(entries.length, "bug")}`}
        onClose={() => setAll(false)}
        returnTo={() => document.querySelector<HTMLElement>("[data-acknowledge-all]")}
      >
        <p className="pt-2 text-13 text-soft">
          The one note goes to each of them. They stay in the ledger, and a report of each can still be made.
        </p>
        <AcknowledgeForm refs={entries} onDone={() => setAll(false)} />
      </DialogFrame>
    </section>
  );
}

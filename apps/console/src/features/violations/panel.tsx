"use client";

import type { LedgerEntry, ViolationRef } from "@stoatflow/api";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { violationsSearchParams } from "../../app/apps/[id]/violations/search-params.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { Button } from "../../ui/button.tsx";
import { NewestOlder } from "../../ui/newest-older.tsx";
import { Note, Panel, RowsOnTheirWay } from "../../ui/panel.tsx";
import { isOfEarlierRun, runsOf } from "../app/earlier-run.ts";
import { AcknowledgeAllDialog } from "./acknowledge-all-dialog.tsx";
import { waitingWords } from "./acknowledged-words.ts";
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
  // Those that somebody saw when they pressed the button: what comes while they write is none of them.
  const [chosen, setChosen] = useState<readonly ViolationRef[]>([]);
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
          onAcknowledge={setChosen}
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
      <AcknowledgeAllDialog refs={chosen} onClose={() => setChosen([])} />
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
  onAcknowledge,
}: {
  readonly group: LedgerGroup;
  readonly onOpen: (entry: LedgerEntry) => void;
  /** All that stand there at this moment. */
  readonly onAcknowledge: (entries: readonly LedgerEntry[]) => void;
}) {
  const view = useLiveView();
  const runs = runsOf(view?.summary.instances ?? []);
  const nowMs = view?.summary.atMs ?? entries[0]?.atMs ?? 0;
  return (
    <section aria-labelledby={`ledger-${kind}`} data-ledger={kind} className="pt-3">
      <div className="flex min-h-9 items-center justify-between gap-4 border-hairline border-b">
        <h3 id={`ledger-${kind}`} className="font-medium text-13">
          {titles[kind]} <span className="font-mono text-12 text-quiet">{formatCount(entries.length)}</span>
        </h3>
        {kind === "unacknowledged-bugs" && entries.length > 1 && (
          <Button data-acknowledge-all="" onClick={() => onAcknowledge(entries)}>
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
    </section>
  );
}

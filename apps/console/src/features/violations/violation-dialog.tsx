"use client";

import type { ViolationRef } from "@stoatflow/api";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { groupDigits } from "../../lib/format/integer.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { partitionName } from "../../live/append-tick.ts";
import { useAppId } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { Note, RowsOnTheirWay } from "../../ui/panel.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { PartitionLink } from "../partitions/partition-link.tsx";
import { AcknowledgeForm } from "./acknowledge-form.tsx";
import { DialogFrame } from "./dialog-frame.tsx";
import { sentence } from "./entry-row.tsx";
import { refText } from "./ledger.ts";
import { Report } from "./report.tsx";
import { WhatElse } from "./what-else.tsx";
import { causeWords, classMarks, distanceWords, effectWords, kindWords } from "./words.ts";

/** One violation whole: what it rests on, what else happened then, who has looked, and a report to hand on. */
export function ViolationDialog({
  violation,
  onClose,
}: {
  /** `undefined`: none is open. */
  readonly violation: ViolationRef | undefined;
  readonly onClose: () => void;
}) {
  // By the time that it has closed the address names none any more.
  const last = useRef(violation);
  if (violation !== undefined) last.current = violation;
  const returnTo = (): HTMLElement | null =>
    last.current === undefined
      ? null
      : document.querySelector<HTMLElement>(`[data-ref="${CSS.escape(refText(last.current))}"] button`);
  return (
    <DialogFrame open={violation !== undefined} title="Violation" onClose={onClose} returnTo={returnTo}>
      {violation !== undefined && <Whole violation={violation} onClose={onClose} />}
    </DialogFrame>
  );
}

function Whole({
  violation: { bootId, id },
  onClose,
}: {
  readonly violation: ViolationRef;
  readonly onClose: () => void;
}) {
  const trpc = useTRPC();
  const appId = useAppId();
  const times = useTimes();
  const { data, error } = useQuery(trpc.violations.report.queryOptions({ appId, bootId, id }));
  if (error !== null) return <Note>It can't be had: {error.message}</Note>;
  if (data === undefined) return <RowsOnTheirWay rows={6} label="Asking for the violation" />;
  const { acknowledgement, report, text } = data;
  const { violation, madeAtMs } = report;
  const { offsetBefore, offsetAfter, atMs, epoch, kind } = violation;
  return (
    <div data-violation-detail={`${bootId}-${id}`}>
      <p className="flex flex-wrap items-center gap-x-3 pt-2 text-15">
        <MarkTag mark={classMarks[violation.class]} />
        <span title={kind}>{kindWords[kind]}</span>
        <PartitionLink name={partitionName(violation)} atMs={atMs} />
        <span className="font-mono text-12 text-soft" title={times.title(atMs, madeAtMs)}>
          {times.words(atMs, madeAtMs)}
        </span>
      </p>
      <p className="pt-2 font-mono text-13">
        {groupDigits(offsetBefore)} → {groupDigits(offsetAfter)},{" "}
        <strong className="font-semibold">{distanceWords(offsetBefore, offsetAfter)}</strong>
        <span className="text-quiet"> in epoch {groupDigits(String(epoch))}</span>
      </p>
      <p className="text-pretty pt-2 text-13 text-soft">
        {sentence(causeWords(violation))} {sentence(effectWords(violation))}
      </p>
      <WhatElse report={report} />
      {acknowledgement !== null && (
        <p className="text-pretty pt-4 text-13">
          Acknowledged by {visibleText(acknowledgement.actor)}, {times.words(acknowledgement.atMs, madeAtMs)}:
          “{visibleText(acknowledgement.note)}”
        </p>
      )}
      <Report name={`violation-${appId}-${id}`} text={text} report={report} />
      {acknowledgement === null && <AcknowledgeForm refs={[{ bootId, id }]} onDone={onClose} />}
    </div>
  );
}

import type { LedgerEntry } from "@stoatflow/api";
import { groupDigits } from "../../lib/format/integer.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { partitionName } from "../../live/append-tick.ts";
import { Button } from "../../ui/button.tsx";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { PartitionLink } from "../partitions/partition-link.tsx";
import { refText } from "./ledger.ts";
import { causeWords, classMarks, distanceWords, effectWords, kindWords } from "./words.ts";

/** One entry: a row on a wide screen, a card on a phone. */
export function EntryRow({
  entry,
  nowMs,
  isOfEarlierRun,
  onOpen,
}: {
  readonly entry: LedgerEntry;
  /** The app's clock. */
  readonly nowMs: number;
  /** The app was started anew since. */
  readonly isOfEarlierRun: boolean;
  readonly onOpen: (entry: LedgerEntry) => void;
}) {
  const times = useTimes();
  const { kind, atMs, offsetBefore, offsetAfter, epoch, acknowledgement } = entry;
  const at = times.moment(atMs, nowMs);
  const isWaiting = entry.class === "bug" && acknowledgement === null;
  return (
    <li
      data-violation={entry.id}
      data-ref={refText(entry)}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-selected border-b py-2.5 hover:bg-raised items-baseline md:grid-cols-[88px_228px_128px_minmax(0,1fr)_108px]"
    >
      <MarkTag mark={classMarks[entry.class]} />
      <span className="min-w-0 max-md:text-right">
        <span title={kind} className={entry.class === "bug" ? "font-medium" : ""}>
          {kindWords[kind]}
        </span>{" "}
        <span className="whitespace-nowrap">
          <span className="text-quiet">on </span>
          <PartitionLink name={partitionName(entry)} atMs={atMs} />
        </span>
      </span>
      <span className="font-mono text-12 max-md:col-span-2" title={at.title}>
        {at.text}
        {isOfEarlierRun && <span className="block font-sans text-quiet">before its restart</span>}
      </span>
      <span className="flex flex-wrap items-baseline gap-x-2 font-mono text-12 max-md:col-span-2">
        <span data-offset="before">{groupDigits(offsetBefore)}</span>
        <span className="text-quiet">→</span>
        <span data-offset="after">{groupDigits(offsetAfter)}</span>
        <span data-distance="" className="font-medium">
          {distanceWords(offsetBefore, offsetAfter)}
        </span>
        <span className="text-quiet">epoch {groupDigits(String(epoch))}</span>
      </span>
      <span className="max-md:order-last max-md:col-span-2 md:row-span-2 md:text-right">
        <Button onClick={() => onOpen(entry)} aria-label={`Open: ${kindWords[kind]}, ${refText(entry)}`}>
          {isWaiting ? "Look at it…" : "Open…"}
        </Button>
      </span>
      <span className="col-span-2 text-pretty text-12 text-soft md:col-start-2 md:col-end-5">
        {sentence(causeWords(entry))} {sentence(effectWords(entry))}
        {acknowledgement !== null && (
          <span
            data-acknowledged=""
            className="block pt-0.5 text-ink"
            title={times.title(acknowledgement.atMs, nowMs)}
          >
            Acknowledged by {visibleText(acknowledgement.actor)}, {times.words(acknowledgement.atMs, nowMs)}:
            “{visibleText(acknowledgement.note)}”
          </span>
        )}
      </span>
    </li>
  );
}

/** Words as a sentence of their own. */
export function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

import type { LateDropEntry, LogRecord } from "@stoatflow/api";
import { memo, type ReactNode } from "react";
import { formatDuration, formatLength } from "../../lib/format/duration.ts";
import { groupDigits } from "../../lib/format/integer.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { partitionName } from "../../live/append-tick.ts";
import { useTimes } from "../../ui/times-provider.tsx";
import { useLostFocus } from "../../ui/use-lost-focus.ts";
import { cutNote, wholeNote } from "./cut-note.ts";
import { KeptWindows } from "./kept-windows.tsx";
import { LoadWhole } from "./load-whole.tsx";
import { movedByWords } from "./moved-by.ts";
import { PayloadLine, PayloadView } from "./payload-view.tsx";
import { DropTimeline } from "./timeline.tsx";
import { useWholeRecord, type WholeRecord } from "./use-whole-record.ts";
import { comparedBySize, firstCut, headersWords } from "./whole-record.ts";

/** One dropped record: why it was late, and the record itself. */
export function LateDropDetail({
  drop,
  isOfEarlierRun,
}: {
  readonly drop: LateDropEntry;
  /** The app was started anew since. */
  readonly isOfEarlierRun: boolean;
}) {
  const times = useTimes();
  const whole = useWholeRecord(drop);
  const { window, timestampMs, watermarkMs, latenessMs, graceMs, atMs } = drop;
  return (
    <article
      data-late-drop-detail={`${drop.bootId}-${drop.id}`}
      aria-label="The dropped record"
      className="min-w-0"
    >
      <p className="text-pretty text-15">
        Dropped by <span className="font-medium">{visibleText(drop.operator)}</span>: the record's window had
        closed {formatDuration(watermarkMs - window.endMs - graceMs)} earlier in event time. It came{" "}
        <span
          data-field="latenessMs"
          data-value={latenessMs}
          title={`${latenessMs} ms`}
          className="hue text-late"
        >
          {formatDuration(latenessMs)}
        </span>{" "}
        behind the watermark.
      </p>
      <p
        data-field="movedBy"
        data-value={drop.movedBy?.cause ?? drop.movedByMissing}
        className="text-pretty pt-1 text-13 text-soft"
      >
        {movedByWords(drop, times)}
      </p>
      {isOfEarlierRun && (
        <p data-earlier-run="" className="text-pretty pt-1 text-13 text-soft">
          This was before the app was started anew.
        </p>
      )}
      <DropTimeline drop={drop} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 pt-4 xl:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]">
        <Time name="timestampMs" label="Record's time stamp" valueMs={timestampMs} atMs={atMs} />
        <Time name="watermarkMs" label="Watermark at the drop" valueMs={watermarkMs} atMs={atMs} />
        <Time name="window.startMs" label="Window from" valueMs={window.startMs} atMs={atMs} />
        <Time name="window.endMs" label="Window to" valueMs={window.endMs} atMs={atMs} />
        <Fact label="Grace" name="graceMs" value={graceMs}>
          {formatLength(graceMs)}
        </Fact>
        <Time name="atMs" label="Dropped at" valueMs={atMs} atMs={atMs} />
        <Fact
          label="Partition"
          name="partition"
          value={partitionName(drop)}
          title={visibleText(partitionName(drop))}
        >
          {visibleText(partitionName(drop))}
        </Fact>
        <Fact label="Offset" name="offset" value={drop.offset}>
          {groupDigits(drop.offset)}
        </Fact>
      </dl>
      <p className="label pt-2">Times are {times.zoneWord(atMs)}.</p>
      <KeptWindows drop={drop} />
      <Payload drop={drop} whole={whole} label="Key" field="key" />
      <Payload drop={drop} whole={whole} label="Value" field="value" />
      <Headers drop={drop} whole={whole} />
    </article>
  );
}

interface PartProps {
  readonly drop: LateDropEntry;
  readonly whole: WholeRecord;
}

function Payload({
  drop,
  whole,
  label,
  field,
}: PartProps & { readonly label: string; readonly field: "key" | "value" }) {
  const isWhole = whole.kind === "whole";
  const payload = isWhole ? whole.record[field] : drop[field];
  const cut = isWhole ? wholeNote(payload) : cutNote(drop, payload);
  return (
    <>
      {/* What was text as far as it was kept may be JSON as a whole, and is shown anew. */}
      <PayloadView
        key={whole.kind === "whole" ? "whole" : "kept"}
        label={label}
        field={field}
        payload={payload}
      />
      {cut !== undefined && (
        <p data-cut="" className="label text-pretty pt-1">
          {cut}
        </p>
      )}
      {isWhole && drop[field]?.truncated && <ReadFrom drop={drop} record={whole.record} />}
      {firstCut(drop) === field && <LoadWhole drop={drop} whole={whole} />}
    </>
  );
}

/** Where what stands above it comes from. It takes the place of the button that was pressed for it, and its focus. */
function ReadFrom({ drop, record }: { readonly drop: LateDropEntry; readonly record: LogRecord }) {
  const line = useLostFocus<HTMLParagraphElement>();
  return (
    <p ref={line} tabIndex={-1} data-whole="whole" className="label text-pretty pt-1">
      Read from {visibleText(partitionName(record))} at offset {groupDigits(record.offset)}.
      {comparedBySize(drop) && " The app had kept no byte of it, so only its size was compared."}
    </p>
  );
}

/** Names of headers may repeat and their order is the record's, so the place tells one from another. */
function Headers({ drop, whole }: PartProps) {
  const isWhole = whole.kind === "whole";
  const headers = (isWhole ? whole.record : drop).headers.map(([name, payload], place) => ({
    place,
    name,
    payload,
  }));
  return (
    <section aria-label="Headers" className="pt-4">
      <h3 className="label">
        Headers{" "}
        <span className="pl-2 text-quiet">{headersWords(drop, isWhole ? whole.record : undefined)}</span>
      </h3>
      {headers.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 pt-1">
          {headers.map(({ place, name, payload }) => (
            <HeaderLine
              key={`${place}-${whole.kind === "whole"}`}
              name={name}
              payload={payload}
              cut={isWhole ? wholeNote(payload) : cutNote(drop, payload)}
            />
          ))}
        </dl>
      )}
      {isWhole && firstCut(drop) === "headers" && <ReadFrom drop={drop} record={whole.record} />}
      {firstCut(drop) === "headers" && <LoadWhole drop={drop} whole={whole} />}
    </section>
  );
}

const HeaderLine = memo(function HeaderLine({
  name,
  payload,
  cut,
}: {
  readonly name: string;
  readonly payload: LateDropEntry["key"];
  readonly cut: string | undefined;
}) {
  return (
    <>
      <dt className="break-all font-mono text-12 text-soft">{visibleText(name)}</dt>
      <dd data-header={name} className="min-w-0">
        <PayloadLine payload={payload} canUnfold />
        {cut !== undefined && <span className="label pl-2">{cut}</span>}
      </dd>
    </>
  );
});

function Time(props: {
  readonly name: string;
  readonly label: string;
  readonly valueMs: number;
  /** When it was dropped, which other times are a distance to. */
  readonly atMs: number;
}) {
  const times = useTimes();
  const { name, label, valueMs, atMs } = props;
  return (
    <Fact label={label} name={name} value={valueMs} title={times.title(valueMs, atMs)}>
      {times.dateTime(valueMs)}
    </Fact>
  );
}

function Fact({
  label,
  name,
  value,
  title = String(value),
  children,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string | number;
  readonly title?: string;
  readonly children: ReactNode;
}) {
  return (
    <>
      <dt className="label leading-5">{label}</dt>
      <dd data-field={name} data-value={value} title={title} className="truncate font-mono text-12 leading-5">
        {children}
      </dd>
    </>
  );
}

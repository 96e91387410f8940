import type { LateDropEntry } from "@stoatflow/api";
import type { ReactNode } from "react";
import { formatDuration, formatLength } from "../../lib/format/duration.ts";
import { groupDigits } from "../../lib/format/integer.ts";
import { formatDateTime } from "../../lib/format/time.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { partitionName } from "../../live/append-tick.ts";
import { KeptWindows } from "./kept-windows.tsx";
import { movedByWords } from "./moved-by.ts";
import { PayloadView } from "./payload-view.tsx";
import { DropTimeline } from "./timeline.tsx";

/** One dropped record: why it was late, and the record itself. */
export function LateDropDetail({
  drop,
  isOfEarlierRun,
}: {
  readonly drop: LateDropEntry;
  /** The app was started anew since. */
  readonly isOfEarlierRun: boolean;
}) {
  const { window, timestampMs, watermarkMs, latenessMs, graceMs } = drop;
  const closedAtMs = window.endMs + graceMs;
  // Names of headers may repeat and their order is the record's, so the place tells one from another.
  const headers = drop.headers.map(([name, payload], place) => ({ place, name, payload }));
  return (
    <article
      data-late-drop-detail={`${drop.bootId}-${drop.id}`}
      aria-label="The dropped record"
      className="min-w-0 pt-2"
    >
      <p className="text-pretty text-15">
        Dropped by <span className="font-medium">{visibleText(drop.operator)}</span>: the record's window had
        closed {formatDuration(watermarkMs - closedAtMs)} earlier in event time. It came{" "}
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
        {movedByWords(drop)}
      </p>
      {isOfEarlierRun && (
        <p data-earlier-run="" className="text-pretty pt-1 text-13 text-soft">
          This was before the app was started anew.
        </p>
      )}
      <DropTimeline
        timestampMs={timestampMs}
        windowStartMs={window.startMs}
        windowEndMs={window.endMs}
        closedAtMs={closedAtMs}
        watermarkMs={watermarkMs}
      />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 pt-4 sm:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]">
        <Time name="timestampMs" label="Record's time stamp" valueMs={timestampMs} />
        <Time name="watermarkMs" label="Watermark at the drop" valueMs={watermarkMs} />
        <Time name="window.startMs" label="Window from" valueMs={window.startMs} />
        <Time name="window.endMs" label="Window to" valueMs={window.endMs} />
        <Fact label="Grace" name="graceMs" value={graceMs}>
          {formatLength(graceMs)}
        </Fact>
        <Time name="atMs" label="Dropped at" valueMs={drop.atMs} />
        <Fact label="Partition" name="partition" value={partitionName(drop)}>
          {partitionName(drop)}
        </Fact>
        <Fact label="Offset" name="offset" value={drop.offset}>
          {groupDigits(drop.offset)}
        </Fact>
      </dl>
      <p className="label pt-2">Times are UTC.</p>
      <KeptWindows drop={drop} />
      <PayloadView label="Key" field="key" payload={drop.key} />
      <PayloadView label="Value" field="value" payload={drop.value} />
      <section aria-label="Headers" className="pt-4">
        <h3 className="label">Headers</h3>
        {drop.headers.length === 0 ? (
          <p className="pt-1 text-quiet">none</p>
        ) : (
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 pt-1">
            {headers.map(({ place, name, payload }) => (
              <HeaderLine key={place} name={name} payload={payload} />
            ))}
          </dl>
        )}
      </section>
    </article>
  );
}

function HeaderLine({ name, payload }: { readonly name: string; readonly payload: LateDropEntry["key"] }) {
  return (
    <>
      <dt className="font-mono text-12 text-soft">{visibleText(name)}</dt>
      <dd data-header={name} className="min-w-0">
        <PayloadView payload={payload} />
      </dd>
    </>
  );
}

function Time({
  name,
  label,
  valueMs,
}: {
  readonly name: string;
  readonly label: string;
  readonly valueMs: number;
}) {
  return (
    <Fact label={label} name={name} value={valueMs}>
      {formatDateTime(valueMs)}
    </Fact>
  );
}

function Fact({
  label,
  name,
  value,
  children,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string | number;
  readonly children: ReactNode;
}) {
  return (
    <>
      <dt className="label leading-5">{label}</dt>
      <dd
        data-field={name}
        data-value={value}
        title={String(value)}
        className="truncate font-mono text-12 leading-5"
      >
        {children}
      </dd>
    </>
  );
}

"use client";

import { type FormEvent, useId, useState } from "react";
import { formatIso } from "../../lib/format/time.ts";
import { Button } from "../../ui/button.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { parseMoment } from "./moment.ts";
import { type Span, spanLengthMs } from "./span.ts";
import { SpanSelect } from "./span-select.tsx";

/** Which moment is looked at, and how far back: live, or as somebody asks for or has linked to. */
export function MomentBar({
  at,
  tickMs,
  span,
  onAt,
  onSpan,
}: {
  readonly at: number | null;
  readonly tickMs: number | undefined;
  readonly span: Span;
  readonly onAt: (atMs: number | null) => void;
  readonly onSpan: (span: Span) => void;
}) {
  const times = useTimes();
  const nowMs = tickMs ?? at ?? 0;
  const shownMs = at ?? nowMs;
  const stepMs = spanLengthMs[span] / 10;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <span data-moment={at ?? "live"} className="min-w-52 text-13">
          {at === null ? "Live" : `As it was at ${times.words(at, nowMs)}`}
        </span>
        <Button onClick={() => onAt(Math.max(0, Math.round(shownMs - stepMs)))}>Earlier</Button>
        <Button
          disabled={at === null || at + stepMs > nowMs}
          onClick={() => onAt(Math.round(shownMs + stepMs))}
        >
          Later
        </Button>
        <Button disabled={at === null} kind={at === null ? "plain" : "strong"} onClick={() => onAt(null)}>
          Back to live
        </Button>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <MomentField key={at ?? "live"} at={at} onAt={onAt} />
        <SpanSelect span={span} onSpan={onSpan} />
      </div>
    </div>
  );
}

function MomentField({ at, onAt }: { readonly at: number | null; readonly onAt: (atMs: number) => void }) {
  const id = useId();
  const [text, setText] = useState(at === null ? "" : formatIso(at));
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const timeMs = parseMoment(text);
    setWrong(timeMs === undefined);
    if (timeMs !== undefined) onAt(timeMs);
  };
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-1 items-end gap-2">
      <label htmlFor={id} className="min-w-0 flex-1">
        <span className={`label block pb-1 ${isWrong ? "text-bug" : ""}`} id={`${id}-hint`}>
          {isWrong ? "Neither ISO 8601 nor milliseconds" : "A moment, as ISO 8601 in UTC or in milliseconds"}
        </span>
        <input
          id={id}
          name="moment"
          className="field font-mono text-12"
          placeholder="2026-11-30 13:44:15"
          aria-invalid={isWrong}
          aria-describedby={`${id}-hint`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <Button type="submit">Go</Button>
    </form>
  );
}

"use client";

import { type AuditSpan, auditSpans } from "./span.ts";

/** How far back is looked. */
export function SpanChoice({
  value,
  onChange,
}: {
  readonly value: AuditSpan;
  readonly onChange: (span: AuditSpan) => void;
}) {
  return (
    <select
      aria-label="How far back"
      className="field w-auto"
      value={value}
      onChange={(event) => {
        const span = auditSpans.find((each) => each === event.target.value);
        if (span !== undefined) onChange(span);
      }}
    >
      {auditSpans.map((span) => (
        <option key={span} value={span}>
          the last {span}
        </option>
      ))}
    </select>
  );
}

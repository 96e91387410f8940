"use client";

import { type Span, spans, spanWords } from "./span.ts";

/** How far back is looked. */
export function SpanSelect({ span, onSpan }: { readonly span: Span; readonly onSpan: (span: Span) => void }) {
  return (
    <select
      aria-label="How far back to look"
      className="field w-auto"
      value={span}
      onChange={(event) => {
        const next = spans.find((each) => each === event.target.value);
        if (next !== undefined) onSpan(next);
      }}
    >
      {spans.map((each) => (
        <option key={each} value={each}>
          last {spanWords[each]}
        </option>
      ))}
    </select>
  );
}

"use client";

import { useId } from "react";
import { type Span, spans, spanWords } from "./span.ts";

/** How far back is looked. */
export function SpanSelect({ span, onSpan }: { readonly span: Span; readonly onSpan: (span: Span) => void }) {
  const id = useId();
  return (
    <label htmlFor={id}>
      <span className="label block pb-1">Looking back</span>
      <select
        id={id}
        className="field"
        value={span}
        onChange={(event) => {
          const next = spans.find((each) => each === event.target.value);
          if (next !== undefined) onSpan(next);
        }}
      >
        {spans.map((each) => (
          <option key={each} value={each}>
            {spanWords[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

"use client";

import { memo, useState } from "react";
import { formatCount } from "../../lib/format/integer.ts";
import { VisibleBlock } from "../../ui/visible-block.tsx";
import { AllShown } from "./all-shown.tsx";
import { textParts } from "./text-parts.ts";

/** What stands there once stays as it is when more comes. */
const TextPart = memo(VisibleBlock);

/** A text of any length: its beginning, and more of it on demand, a part at a time. */
export function LongText({ text }: { readonly text: string }) {
  const [more, setMore] = useState(0);
  const { parts, shown, next } = textParts(text, more);
  return (
    <>
      {parts.map(({ from, text: part }) => (
        <TextPart key={from} text={part} />
      ))}
      {next > 0 && (
        <button
          type="button"
          data-more-text=""
          className="label block min-h-6 underline hover:text-ink"
          onClick={() => setMore(more + 1)}
        >
          {shown + next === text.length
            ? `Show all ${formatCount(text.length)} characters`
            : `Show ${formatCount(next)} more of ${formatCount(text.length)} characters`}
        </button>
      )}
      {next === 0 && more > 0 && <AllShown what={`${formatCount(text.length)} characters`} />}
    </>
  );
}

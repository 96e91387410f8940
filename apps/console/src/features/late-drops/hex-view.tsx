"use client";

import type { LateDropEntry } from "@stoatflow/api";
import { useMemo, useState } from "react";
import { hexDump } from "../../lib/format/hex-dump.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import { bytesOf } from "../../lib/format/payload.ts";

/** How many lines of 16 bytes stand there at once; more come on demand. */
const linesAtOnce = 32;

/** The bytes of a payload that are held, with what of them is ASCII beside them. */
export function HexView({ payload }: { readonly payload: NonNullable<LateDropEntry["key"]> }) {
  const lines = useMemo(() => hexDump(bytesOf(payload)), [payload]);
  const [shown, setShown] = useState(linesAtOnce);
  const rest = lines.length - shown;
  return (
    <>
      <div data-hex="" className="font-mono text-12 leading-5">
        {lines.slice(0, shown).map(({ offset, hex, ascii }) => (
          <div key={offset} className="flex gap-4">
            <span className="text-quiet">{offset}</span>
            <span className="w-[47ch] max-sm:w-auto">{hex}</span>
            <span className="whitespace-pre text-soft max-sm:hidden">{ascii}</span>
          </div>
        ))}
      </div>
      {rest > 0 && (
        <button
          type="button"
          className="label min-h-6 underline hover:text-ink"
          onClick={() => setShown(lines.length)}
        >
          {formatQuantity(rest, "more line")}
        </button>
      )}
    </>
  );
}

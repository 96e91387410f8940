"use client";

import type { LateDropEntry } from "@stoatflow/api";
import { memo, useMemo, useState } from "react";
import { hexDump, hexLineCount } from "../../lib/format/hex-dump.ts";
import { formatCount, formatQuantity } from "../../lib/format/integer.ts";
import { bytesOf } from "../../lib/format/payload.ts";
import { AllShown } from "./all-shown.tsx";

/** How many lines of 16 bytes stand there at first. */
const firstLines = 32;

/** How many more come at once. */
const linesAtOnce = 1000;

/** The bytes of a payload that are held, with what of them is ASCII beside them: a part at a time. */
export function HexView({ payload }: { readonly payload: NonNullable<LateDropEntry["key"]> }) {
  const bytes = useMemo(() => bytesOf(payload), [payload]);
  const [more, setMore] = useState(0);
  const shown = firstLines + more * linesAtOnce;
  const rest = hexLineCount(bytes) - shown;
  return (
    <>
      <div data-hex="" className="font-mono text-12 leading-5">
        <HexLines bytes={bytes} first={0} count={firstLines} />
        {Array.from({ length: more }, (_, part) => firstLines + part * linesAtOnce).map((first) => (
          <HexLines key={first} bytes={bytes} first={first} count={linesAtOnce} />
        ))}
      </div>
      {rest > 0 && (
        <button
          type="button"
          className="label min-h-6 underline hover:text-ink"
          onClick={() => setMore(more + 1)}
        >
          {rest <= linesAtOnce
            ? formatQuantity(rest, "more line")
            : `${formatCount(linesAtOnce)} of ${formatQuantity(rest, "more line")}`}
        </button>
      )}
      {rest <= 0 && more > 0 && <AllShown what={formatQuantity(hexLineCount(bytes), "line")} />}
    </>
  );
}

/** Lines that stand there stay as they are when more come. */
const HexLines = memo(function HexLines(props: {
  readonly bytes: Uint8Array;
  readonly first: number;
  readonly count: number;
}) {
  return hexDump(props.bytes, props.first, props.count).map(({ offset, hex, ascii }) => (
    <div key={offset} className="flex gap-4">
      <span className="text-quiet">{offset}</span>
      <span className="w-[47ch] max-sm:w-auto">{hex}</span>
      <span className="whitespace-pre text-soft max-sm:hidden">{ascii}</span>
    </div>
  ));
});

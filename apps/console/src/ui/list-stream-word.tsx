"use client";

import { useStreamState } from "../live/live-provider.tsx";
import type { StreamState } from "../live/stream-state.ts";
import { Glyph } from "./glyph.tsx";

const words: Readonly<Record<StreamState["kind"], string | undefined>> = {
  connecting: undefined,
  open: "live",
  lost: "connecting to the console again",
  refused: "refused",
};

/** Whether news of the apps come in, in a word, in the bar. */
export function ListStreamWord() {
  const { kind } = useStreamState();
  const word = words[kind];
  return (
    <span role="status" className="label flex min-w-0 flex-1 items-center justify-end gap-1.5">
      {word !== undefined && <Glyph name={kind === "open" ? "dot" : "slashed"} />}
      <span className="truncate">{word}</span>
    </span>
  );
}

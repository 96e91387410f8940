"use client";

import type { ReactNode } from "react";
import { formatAge } from "../lib/format/duration.ts";
import { useBrowserNowMs } from "../live/browser-clock.ts";
import type { BrokenStream } from "../live/stream-state.ts";
import { Note } from "./panel.tsx";

/** What is shown in place of a page of which nothing has come: who does not answer, since when, and what happens next. */
export function NoStream({
  stream,
  children,
}: {
  readonly stream: BrokenStream;
  /** The way out, where there is one. */
  readonly children?: ReactNode;
}) {
  const nowMs = useBrowserNowMs();
  if (stream.kind === "refused")
    return (
      <>
        <Sentence>The console refuses: {stream.message}.</Sentence>
        <Note>It is asked again by itself. {children}</Note>
      </>
    );
  const { sinceMs, nextTryAtMs } = stream;
  return (
    <>
      <Sentence>The console at {location.origin} does not answer.</Sentence>
      <Note>
        {nowMs > sinceMs && `Silent for ${formatAge(nowMs - sinceMs)}; `}
        {nextTryAtMs > nowMs
          ? `the next try is in ${formatAge(nextTryAtMs - nowMs + 999)}`
          : "it is tried now"}
        . Its apps go on meanwhile. {children}
      </Note>
    </>
  );
}

function Sentence({ children }: { readonly children: ReactNode }) {
  return (
    <p data-sentence="" className="max-w-[72ch] text-pretty text-20">
      {children}
    </p>
  );
}

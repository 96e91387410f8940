"use client";

import type { ListedApp } from "@stoatflow/api";
import type { ReactNode } from "react";
import { visibleText } from "../../lib/format/visible-text.ts";
import { useTimes } from "../../ui/times-provider.tsx";

/** Where an app is looked for that does not answer, since when, and what happens next; the sentence above says why. */
export function NotReached({ summary: { instances, serverNowMs } }: { readonly summary: ListedApp }) {
  const times = useTimes();
  return (
    <dl className="grid max-w-[72ch] grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 pt-4 text-13">
      {instances.map(({ url, connection }) => (
        <Row key={url} word="Address">
          <span className="break-all font-mono text-12">{url}</span>
          <span className="text-soft" title={times.title(connection.sinceMs, serverNowMs)}>
            {" "}
            since {times.words(connection.sinceMs, serverNowMs)}
            {instances.length > 1 && "reason" in connection && `: ${visibleText(connection.reason)}`}
          </span>
        </Row>
      ))}
      <Row word="Next try">within ten seconds, by itself</Row>
    </dl>
  );
}

function Row({ word, children }: { readonly word: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="label leading-5">{word}</dt>
      <dd>{children}</dd>
    </>
  );
}

"use client";

import type { EndedPause } from "@stoatflow/api";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { visibleText } from "../../lib/format/visible-text.ts";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { Button } from "../../ui/button.tsx";
import { Glyph } from "../../ui/glyph.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { ControlDialog } from "./control-dialog.tsx";
import { endedPauseWords } from "./ended-pause-words.ts";
import { notAnswered } from "./not-done.ts";

/** Pauses of this app that nobody ended, until somebody says what was done about them. */
export function EndedPauses() {
  const trpc = useTRPC();
  const appId = useAppId();
  const count = useLiveView()?.summary.endedPauses.count ?? 0;
  const { data } = useQuery(
    trpc.control.endedPauses.queryOptions(undefined, { enabled: count > 0, refetchInterval: 5000 }),
  );
  const ended = count === 0 ? [] : (data?.items.filter((pause) => pause.appId === appId) ?? []);
  if (ended.length === 0) return null;
  return (
    <ul aria-label="Pauses that nobody ended" className="flex flex-col gap-2">
      {ended.map((pause) => (
        <EndedPauseRow key={pause.pauseId} pause={pause} />
      ))}
    </ul>
  );
}

function EndedPauseRow({ pause }: { readonly pause: EndedPause }) {
  const times = useTimes();
  const [isAsking, setIsAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <li
      data-ended-pause={pause.pauseId}
      className="flex flex-wrap items-center gap-3 rounded-6 border border-border bg-raised px-4 py-3"
    >
      <Glyph name="triangle" className="text-waiting" />
      <p className="min-w-0 flex-1 basis-64 text-pretty">{endedPauseWords(pause, times)}</p>
      <Button ref={opener} onClick={() => setIsAsking(true)}>
        Acknowledge…
      </Button>
      {isAsking && <Acknowledge pause={pause} opener={opener} onClose={() => setIsAsking(false)} />}
    </li>
  );
}

function Acknowledge({
  pause,
  opener,
  onClose,
}: {
  readonly pause: EndedPause;
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const acknowledge = useMutation(
    trpc.control.acknowledgeEndedPause.mutationOptions({
      onSuccess: () => {
        void cache.invalidateQueries({ queryKey: trpc.control.endedPauses.queryKey() });
        onClose();
      },
    }),
  );
  const { appId, pauseId } = pause;
  return (
    <ControlDialog
      title="Acknowledge that this pause has ended?"
      action="Acknowledge"
      effects={[
        { warns: false, text: `${visibleText(appId)} goes on as it is: this pauses nothing.` },
        {
          warns: false,
          text: "It is taken off this page for everyone, and kept in the audit with your reason.",
        },
      ]}
      names={[]}
      pauseAtMs={undefined}
      busy={acknowledge.isPending}
      refusal={acknowledge.error === null ? undefined : notAnswered(acknowledge.error)}
      opener={opener}
      onClose={onClose}
      onSubmit={({ actor, reason }) => acknowledge.mutate({ appId, pauseId, actor, reason })}
    />
  );
}

"use client";

import type { ListedApp } from "@stoatflow/api";
import { type RefObject, useRef, useState } from "react";
import type { Freshness } from "../../live/freshness.ts";
import { Button } from "../../ui/button.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { ControlDialog } from "./control-dialog.tsx";
import { pauseClock, pauseEffects, resumeEffects } from "./effects.ts";
import { notDone } from "./not-done.ts";
import { namesToType } from "./production.ts";
import { useControl } from "./use-control.ts";
import { type Verb, verbFor } from "./verb.ts";

/** What a dialog is about: it asks for what was seen when it was opened, whatever others do meanwhile. */
interface Asking {
  readonly verb: Verb;
  readonly seen: ListedApp;
}

interface ControlProps {
  readonly summary: ListedApp;
  readonly freshness: Freshness;
}

/** Pauses or resumes an app, after a dialog that says what that will do. */
export function ControlButton(props: ControlProps) {
  const { summary } = props;
  const [asking, setAsking] = useState<Asking | undefined>(undefined);
  const opener = useRef<HTMLButtonElement>(null);
  const verb = verbFor(summary);
  // A pause that is under way is not one yet that could be resumed from.
  const isCancel = verb === "resume" && summary.lifecycle?.kind === "pausing";
  return (
    <>
      <Button
        ref={opener}
        disabled={verb === undefined}
        aria-label={isCancel ? `Cancel the pause of ${summary.id}…` : `${wordOf(verb)} ${summary.id}…`}
        onClick={() => {
          if (verb !== undefined) setAsking({ verb, seen: summary });
        }}
        title={verb === undefined ? "not while it can't be reached or is ending" : undefined}
      >
        {isCancel ? "Cancel pause" : wordOf(verb)}…
      </Button>
      {asking !== undefined && (
        <AskControl {...props} asking={asking} opener={opener} onClose={() => setAsking(undefined)} />
      )}
    </>
  );
}

function AskControl({
  summary,
  freshness,
  asking: { verb, seen },
  opener,
  onClose,
}: ControlProps & {
  readonly asking: Asking;
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}) {
  const times = useTimes();
  const control = useControl(onClose);
  const [answer] = control.answers;
  const deed = `${wordOf(verb)} ${seen.id}`;
  return (
    <ControlDialog
      title={`${deed}?`}
      action={deed}
      effects={
        verb === "resume"
          ? resumeEffects({ summary: { ...seen, lag: summary.lag }, freshness })
          : pauseEffects({ summary, freshness })
      }
      names={namesToType([seen])}
      pauseAtMs={verb === "resume" ? undefined : pauseClock({ summary, freshness })}
      busy={control.busy}
      refusal={control.failure ?? (answer === undefined ? undefined : notDone(answer.result, times))}
      opener={opener}
      onClose={onClose}
      onSubmit={(form) => control.ask(verb, [seen], form)}
    />
  );
}

function wordOf(verb: Verb | undefined): string {
  return verb === "resume" ? "Resume" : "Pause";
}

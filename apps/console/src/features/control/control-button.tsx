"use client";

import type { AppSummary, ControlledApps } from "@stoatflow/api";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { groupDigits } from "../../lib/format/integer.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { useTRPC } from "../../trpc/context.ts";
import { Button } from "../../ui/button.tsx";
import { ControlDialog, type ControlForm } from "./control-dialog.tsx";
import { type CallError, notAnswered, notDone } from "./not-done.ts";
import { type Verb, verbFor } from "./verb.ts";

/** What a dialog is about: it asks for what was seen when it was opened, whatever others do meanwhile. */
interface Asking {
  readonly verb: Verb;
  readonly seen: AppSummary;
}

/** Pauses or resumes an app, after a dialog that says what that will do. */
export function ControlButton({ summary }: { readonly summary: AppSummary }) {
  const trpc = useTRPC();
  const [asking, setAsking] = useState<Asking | undefined>(undefined);
  const done = {
    onSuccess: ({ results: [app] }: ControlledApps) => {
      if (app !== undefined && notDone(app.result) === undefined) setAsking(undefined);
    },
  };
  const pause = useMutation(trpc.control.pause.mutationOptions(done));
  const resume = useMutation(trpc.control.resume.mutationOptions(done));
  const opener = useRef<HTMLButtonElement>(null);
  const verb = verbFor(summary);
  const { id } = summary;
  const isResume = asking?.verb === "resume";
  const call = isResume ? resume : pause;

  const open = (): void => {
    pause.reset();
    resume.reset();
    if (verb !== undefined) setAsking({ verb, seen: summary });
  };
  const submit = ({ actor, reason, timeToLiveMs }: ControlForm): void => {
    if (asking === undefined) return;
    const { bootId, generation } = asking.seen;
    const expected = {
      ...(generation === null ? {} : { expectedGeneration: generation }),
      ...(bootId === null ? {} : { expectedBootId: bootId }),
    };
    const request = { apps: [{ appId: id, ...expected }], actor, reason };
    if (isResume) resume.mutate(request);
    else pause.mutate(timeToLiveMs === undefined ? request : { ...request, timeToLiveMs });
  };
  return (
    <>
      <Button
        ref={opener}
        disabled={verb === undefined}
        aria-label={`${verb === "resume" ? "Resume" : "Pause"} ${id}…`}
        onClick={open}
        title={verb === undefined ? "not while it can't be reached or is ending" : undefined}
      >
        {verb === "resume" ? "Resume…" : "Pause…"}
      </Button>
      <ControlDialog
        open={asking !== undefined}
        title={isResume ? `Resume ${id}?` : `Pause ${id}?`}
        action={isResume ? `Resume ${id}` : `Pause ${id}`}
        effects={isResume ? resumeEffects(summary.lag, asking.seen) : pauseEffects(summary)}
        withTimeToLive={!isResume}
        busy={call.isPending}
        refusal={refusalOf(call)}
        opener={opener}
        onClose={() => setAsking(undefined)}
        onSubmit={submit}
      />
    </>
  );
}

function refusalOf({
  data,
  error,
}: {
  readonly data: ControlledApps | undefined;
  readonly error: CallError | null;
}): string | undefined {
  if (error !== null) return notAnswered(error);
  const [app] = data?.results ?? [];
  return app === undefined ? undefined : notDone(app.result);
}

function pauseEffects({ lag }: AppSummary): readonly string[] {
  const now = lag === null ? "" : `: ${groupDigits(lag)} now`;
  return [
    "What was dispatched is finished and committed first; nothing more is dispatched.",
    `The lag grows until it resumes${now}. Its output stands still.`,
    "It goes on polling, so it stays in its consumer group and keeps its partitions.",
    "A restart of the app ends the pause.",
  ];
}

function resumeEffects(
  lag: AppSummary["lag"],
  { pauseReasons: [reason] }: Pick<AppSummary, "pauseReasons">,
): readonly string[] {
  const backlog = lag === null || lag === "0" ? "" : ` It has ${groupDigits(lag)} offsets to catch up.`;
  const who =
    reason === undefined ? [] : [`${visibleText(reason.actor)} paused it: “${visibleText(reason.reason)}”.`];
  return [...who, `It goes on where it stopped, without skipping or repeating anything.${backlog}`];
}

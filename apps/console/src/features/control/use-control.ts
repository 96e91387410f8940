"use client";

import type { AppSummary, ControlledApp, ControlledApps } from "@stoatflow/api";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "../../trpc/context.ts";
import { type CallError, notAnswered } from "./not-done.ts";
import type { Verb } from "./verb.ts";

/** Who asks for an action, why, and after how long it ends by itself. */
export interface ControlForm {
  readonly actor: string;
  readonly reason: string;
  readonly timeToLiveMs: number | undefined;
}

export interface Control {
  /** Asks each app for what was seen of it: one that somebody has changed since is left alone. */
  ask(verb: Verb, seen: readonly AppSummary[], form: ControlForm): void;
  readonly busy: boolean;
  /** What the last call came to at each app; none before there is an answer. */
  readonly answers: readonly ControlledApp[];
  /** Why there is no answer at all. */
  readonly failure: string | undefined;
}

/** The control calls of one dialog. `onDone`: every app did what it was asked. */
export function useControl(onDone: () => void): Control {
  const trpc = useTRPC();
  const done = {
    onSuccess: ({ results }: ControlledApps) => {
      if (results.every(({ result }) => result.kind === "done")) onDone();
    },
  };
  const pause = useMutation(trpc.control.pause.mutationOptions(done));
  const resume = useMutation(trpc.control.resume.mutationOptions(done));
  const error: CallError | null = pause.error ?? resume.error;
  return {
    ask: (verb, seen, { actor, reason, timeToLiveMs }) => {
      pause.reset();
      resume.reset();
      const request = { apps: seen.map(targetOf), actor, reason };
      if (verb === "resume") resume.mutate(request);
      else pause.mutate(timeToLiveMs === undefined ? request : { ...request, timeToLiveMs });
    },
    busy: pause.isPending || resume.isPending,
    answers: (pause.data ?? resume.data)?.results ?? [],
    failure: error === null ? undefined : notAnswered(error),
  };
}

function targetOf({ id, bootId, generation }: AppSummary) {
  return {
    appId: id,
    ...(generation === null ? {} : { expectedGeneration: generation }),
    ...(bootId === null ? {} : { expectedBootId: bootId }),
  };
}

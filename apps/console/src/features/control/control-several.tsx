"use client";

import type { ListedApp } from "@stoatflow/api";
import { type RefObject, useRef, useState } from "react";
import { formatQuantity } from "../../lib/format/integer.ts";
import type { Freshness } from "../../live/freshness.ts";
import { Button } from "../../ui/button.tsx";
import { Answers } from "./answers.tsx";
import { ControlDialog } from "./control-dialog.tsx";
import { effectsOfSeveral, type Known } from "./effects.ts";
import { namesToType } from "./production.ts";
import { type Several, severalOf } from "./several.ts";
import { useControl } from "./use-control.ts";
import type { Verb } from "./verb.ts";

interface SeveralProps {
  readonly apps: readonly ListedApp[];
  readonly verb: Verb;
  readonly freshnessOf: (app: ListedApp) => Freshness;
}

/** Pauses or resumes the selected apps by one dialog, which then shows what each of them answered. */
export function ControlSeveral(props: SeveralProps) {
  const { apps, verb } = props;
  /** As they were seen when the dialog was opened. */
  const [seen, setSeen] = useState<Several<ListedApp> | undefined>(undefined);
  const opener = useRef<HTMLButtonElement>(null);
  const { asked } = severalOf(verb, apps);
  return (
    <>
      <Button
        ref={opener}
        disabled={asked.length === 0}
        aria-label={`${words[verb]} ${formatQuantity(asked.length, "app")}…`}
        onClick={() => setSeen(severalOf(verb, apps))}
      >
        {words[verb]} {asked.length}…
      </Button>
      {seen !== undefined && (
        <AskSeveral {...props} seen={seen} opener={opener} onClose={() => setSeen(undefined)} />
      )}
    </>
  );
}

const words = { pause: "Pause", resume: "Resume" } as const;

function AskSeveral({
  apps,
  verb,
  freshnessOf,
  seen: { asked, left },
  opener,
  onClose,
}: SeveralProps & {
  readonly seen: Several<ListedApp>;
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}) {
  const control = useControl(nothing);
  const now = new Map(apps.map((app) => [app.id, app]));
  const known = asked.map((app): Known => {
    const summary = now.get(app.id) ?? app;
    return { summary, freshness: freshnessOf(summary) };
  });
  const deed = `${words[verb]} ${formatQuantity(asked.length, "app")}`;
  return (
    <ControlDialog
      title={`${deed}?`}
      action={deed}
      effects={[
        { warns: false, text: `Asked: ${namesOf(asked)}.` },
        ...leftAlone(verb, left),
        ...effectsOfSeveral(verb, known),
      ]}
      answers={
        control.answers.length === 0 ? undefined : (
          <Answers verb={verb} answers={control.answers} onClose={onClose} />
        )
      }
      names={namesToType(asked)}
      pauseAtMs={verb === "pause" ? null : undefined}
      busy={control.busy}
      refusal={control.failure}
      opener={opener}
      onClose={onClose}
      onSubmit={(form) => control.ask(verb, asked, form)}
    />
  );
}

function nothing(): void {
  // The answers stay until somebody has read them.
}

/** Beyond this names are counted. */
const namedMax = 12;

function namesOf(apps: readonly ListedApp[]): string {
  const named = apps.slice(0, namedMax).map(({ id }) => id);
  const more = apps.length - named.length;
  return more === 0 ? named.join(", ") : `${named.join(", ")} and ${more} more`;
}

function leftAlone(verb: Verb, left: readonly ListedApp[]) {
  if (left.length === 0) return [];
  const why = verb === "pause" ? "paused already or ending" : "not paused";
  return [{ warns: false, text: `Left alone, since ${why}: ${namesOf(left)}.` }];
}

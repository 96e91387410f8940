"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { RequiredField, RequiredLine } from "../../ui/required-field.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { rememberActor, rememberedActor } from "./actor.ts";
import { endings } from "./endings.ts";
import { missingIn } from "./missing.ts";
import type { ControlForm } from "./use-control.ts";

export interface ControlFieldsProps {
  /** The words of the button that does it. */
  readonly action: string;
  /** The names of the environments that have to be typed first. */
  readonly names: readonly string[];
  /** The app's clock, by which a pause ends by itself, `null`: not known as it is now; `undefined`: the action is no pause. */
  readonly pauseAtMs: number | null | undefined;
  readonly busy: boolean;
  /** Why the last attempt was refused. */
  readonly refusal: string | undefined;
  readonly onClose: () => void;
  readonly onSubmit: (form: ControlForm) => void;
}

/** Who, why and until when. What is still missing is said beside the button, which is dim as long as something is. */
export function ControlFields(props: ControlFieldsProps) {
  const { action, names, pauseAtMs, busy, refusal, onClose, onSubmit } = props;
  const id = useId();
  const [actor, setActor] = useState(rememberedActor);
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(0);
  const missing = missingIn({ actor, reason, typed }, names);
  const ending = pauseAtMs === undefined ? undefined : endings[chosen];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (missing.length > 0) return;
    rememberActor(actor.trim());
    onSubmit({ actor: actor.trim(), reason: reason.trim(), timeToLiveMs: ending?.ms });
  };
  return (
    <form className="flex flex-col gap-4 pt-5" onSubmit={submit} noValidate>
      <RequiredLine
        id={`${id}-actor`}
        name="actor"
        label="Your name, shown to everyone who looks"
        value={actor}
        onChange={setActor}
      />
      <RequiredLine id={`${id}-reason`} name="reason" label="Reason" value={reason} onChange={setReason} />
      {ending !== undefined && (
        <div>
          <label className="label block pb-1" htmlFor={`${id}-ending`}>
            It resumes
          </label>
          <select
            id={`${id}-ending`}
            name="ending"
            className="field"
            value={chosen}
            aria-describedby={`${id}-fires`}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {endings.map(({ word }, index) => (
              <option key={word} value={index}>
                {word}
              </option>
            ))}
          </select>
          <p id={`${id}-fires`} className="label figures min-h-4 pt-1" data-fires="">
            <Fires atMs={pauseAtMs ?? null} ms={ending.ms} />
          </p>
        </div>
      )}
      {names.map((name, i) => (
        <RequiredField
          key={name}
          id={`${id}-name-${String(i)}`}
          label={`This is ${name}: type its name to confirm`}
        >
          <input
            id={`${id}-name-${String(i)}`}
            className="field"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed[i] ?? ""}
            onChange={(event) =>
              setTyped(names.map((_, at) => (at === i ? event.target.value : (typed[at] ?? ""))))
            }
          />
        </RequiredField>
      ))}
      <div role="alert" className="text-13 text-bug empty:-mt-4">
        {refusal}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p id={`${id}-missing`} className="label min-h-4 basis-full text-pretty" data-missing="">
          {missing.length > 0 && `Still needed: ${missing.join(", ")}.`}
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          kind="strong"
          disabled={busy || missing.length > 0}
          aria-describedby={`${id}-missing`}
        >
          {busy ? "Asking…" : action}
        </Button>
      </div>
    </form>
  );
}

/** When a pause ends by itself, by the clock that the app shows. */
function Fires({ atMs, ms }: { readonly atMs: number | null; readonly ms: number | undefined }) {
  const times = useTimes();
  if (ms === undefined) return "Nothing ends it but somebody, or a restart of the app.";
  if (atMs === null) return "By the app's own clock, which counts from when it takes the pause.";
  return `At ${times.words(atMs + ms, atMs)} by the app's clock if it is asked now, whether or not this console is there.`;
}

"use client";

import { Dialog } from "radix-ui";
import { type FormEvent, type ReactNode, type RefObject, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { rememberActor, rememberedActor } from "./actor.ts";

export interface ControlForm {
  readonly actor: string;
  readonly reason: string;
  readonly timeToLiveMs: number | undefined;
}

export interface ControlDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** What will happen, a line each. */
  readonly effects: readonly ReactNode[];
  /** The words of the button that does it. */
  readonly action: string;
  readonly withTimeToLive: boolean;
  readonly busy: boolean;
  /** Why the last attempt was refused. */
  readonly refusal: string | undefined;
  /** Where the focus goes when it closes. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
  readonly onSubmit: (form: ControlForm) => void;
}

const minuteMs = 60_000;
const endings = [
  { word: "when somebody resumes it", ms: undefined },
  { word: "by itself in 15 minutes", ms: 15 * minuteMs },
  { word: "by itself in 1 hour", ms: 60 * minuteMs },
  { word: "by itself in 8 hours", ms: 480 * minuteMs },
] as const;

/** Asks before a control call: says what it will do, and takes who and why. */
export function ControlDialog(props: ControlDialogProps) {
  return (
    <Dialog.Root open={props.open} onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-(--scrim)" />
        <Dialog.Content
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            props.opener.current?.focus();
          }}
          className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-32px)] w-[min(480px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-6 border border-border bg-bg p-6 shadow-(--float)"
        >
          <Dialog.Title className="font-medium text-20">{props.title}</Dialog.Title>
          <Dialog.Description asChild>
            <ul className="flex list-disc flex-col gap-2 pt-3 pl-4 text-13 text-soft marker:text-line">
              {props.effects.map((effect, line) => (
                <li key={`line-${String(line)}`}>{effect}</li>
              ))}
            </ul>
          </Dialog.Description>
          <ControlFields {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function ControlFields({ action, withTimeToLive, busy, refusal, onClose, onSubmit }: ControlDialogProps) {
  const id = useId();
  const [actor, setActor] = useState(rememberedActor);
  const [reason, setReason] = useState("");
  const [ending, setEnding] = useState(0);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    rememberActor(actor.trim());
    onSubmit({ actor: actor.trim(), reason: reason.trim(), timeToLiveMs: endings[ending]?.ms });
  };
  return (
    <form className="flex flex-col gap-4 pt-5" onSubmit={submit}>
      <label className="block" htmlFor={`${id}-actor`}>
        <span className="label block pb-1">Your name, shown to everyone who looks</span>
        <input
          id={`${id}-actor`}
          name="actor"
          className="field"
          required
          maxLength={200}
          pattern=".*\S.*"
          autoComplete="name"
          value={actor}
          onChange={(event) => setActor(event.target.value)}
        />
      </label>
      <label className="block" htmlFor={`${id}-reason`}>
        <span className="label block pb-1">Reason</span>
        <input
          id={`${id}-reason`}
          name="reason"
          className="field"
          required
          maxLength={1000}
          pattern=".*\S.*"
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      {withTimeToLive && (
        <label className="block" htmlFor={`${id}-ending`}>
          <span className="label block pb-1">It resumes</span>
          <select
            id={`${id}-ending`}
            name="ending"
            className="field"
            value={ending}
            onChange={(event) => setEnding(Number(event.target.value))}
          >
            {endings.map(({ word }, index) => (
              <option key={word} value={index}>
                {word}
              </option>
            ))}
          </select>
        </label>
      )}
      <div role="alert" className="text-13 text-bug empty:-mt-4">
        {refusal}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="strong" disabled={busy}>
          {busy ? "Asking…" : action}
        </Button>
      </div>
    </form>
  );
}

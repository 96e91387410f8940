"use client";

import type { ViolationRef } from "@stoatflow/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { formatQuantity } from "../../lib/format/integer.ts";
import { useAppId } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { Button } from "../../ui/button.tsx";
import { RequiredField, RequiredLine } from "../../ui/required-field.tsx";
import { rememberActor, rememberedActor } from "../control/actor.ts";
import { notAcknowledgedWords } from "./acknowledged-words.ts";

/** Who has looked at a violation, or at several at once, and what was found: everyone who looks later reads it. */
export function AcknowledgeForm({
  refs,
  onDone,
}: {
  readonly refs: readonly ViolationRef[];
  readonly onDone: () => void;
}) {
  const id = useId();
  const trpc = useTRPC();
  const cache = useQueryClient();
  const appId = useAppId();
  const [actor, setActor] = useState(rememberedActor);
  const [note, setNote] = useState("");
  const { mutate, isPending, data, error } = useMutation(
    trpc.violations.acknowledge.mutationOptions({
      onSuccess: async ({ results }) => {
        await cache.invalidateQueries({ queryKey: trpc.violations.pathKey() });
        if (notAcknowledgedWords(results) === undefined) onDone();
      },
    }),
  );
  const isMissing = actor.trim() === "" || note.trim() === "";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isMissing) return;
    rememberActor(actor.trim());
    const violations = refs.map(({ bootId, id: violation }) => ({ bootId, id: violation }));
    mutate({ appId, violations, actor: actor.trim(), note: note.trim() });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3 pt-4">
      <RequiredLine
        id={`${id}-actor`}
        name="actor"
        label="Your name, shown to everyone who looks"
        value={actor}
        onChange={setActor}
      />
      <RequiredField id={`${id}-note`} label="What you found, or what is done about it">
        <textarea
          id={`${id}-note`}
          name="note"
          className="field min-h-16"
          required
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </RequiredField>
      <div role="alert" className="text-13 text-bug empty:hidden">
        {error?.message ?? (data === undefined ? "" : notAcknowledgedWords(data.results))}
      </div>
      <div className="flex justify-end">
        <Button type="submit" kind="strong" disabled={isMissing || isPending}>
          {isPending
            ? "Writing it down…"
            : `Acknowledge ${refs.length === 1 ? "it" : formatQuantity(refs.length, "bug")}`}
        </Button>
      </div>
    </form>
  );
}

"use client";

import type { ExportFormatName, LateDropFilter, LateDropsFrom } from "@stoatflow/api";
import { useQuery } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { type FormEvent, useId, useRef, useState } from "react";
import { basePath } from "../../lib/base-path.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { useAppId } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { Button } from "../../ui/button.tsx";
import { ModalWindow } from "../../ui/modal-window.tsx";
import { RequiredLine } from "../../ui/required-field.tsx";
import { rememberActor, rememberedActor } from "../control/actor.ts";
import { exportQuery } from "./export-address.ts";

interface Exported {
  readonly from: LateDropsFrom;
  readonly filter: LateDropFilter;
  /** What the list says of how many they are. */
  readonly showing: string | undefined;
}

/** Saves what the filter leaves as a file, after a dialog; nothing where this console lets none leave. */
export function ExportButton(props: Exported) {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.lateDrops.exports.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  if (data?.kind !== "on") return null;
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Button ref={opener} className="h-7" onClick={() => setOpen(true)}>
        Save as a file…
      </Button>
      <ModalWindow width="w-[min(480px,calc(100vw-32px))]" isDescribed returnTo={() => opener.current}>
        <Dialog.Title className="font-medium text-20">Save the late drops as a file</Dialog.Title>
        <Dialog.Description className="pt-2 text-13 text-soft">
          All that match the filter, newest first, at most {formatCount(data.rowsMax)} rows: with the keys and
          values of the records. Who took them and why stands in the audit.
        </Dialog.Description>
        <ExportFields {...props} formats={data.formats} onClose={() => setOpen(false)} />
      </ModalWindow>
    </Dialog.Root>
  );
}

const formatWords: Readonly<Record<ExportFormatName, string>> = {
  csv: "CSV, for a spreadsheet",
  ndjson: "NDJSON, for a program",
};

function ExportFields(
  props: Exported & { readonly formats: readonly ExportFormatName[]; readonly onClose: () => void },
) {
  const id = useId();
  const appId = useAppId();
  const [actor, setActor] = useState(rememberedActor);
  const [reason, setReason] = useState("");
  const [format, setFormat] = useState<ExportFormatName>("csv");
  const isWhole = actor.trim() !== "" && reason.trim() !== "";
  const { from, filter, onClose } = props;
  const query = exportQuery({ appId, from, filter, format, actor: actor.trim(), reason: reason.trim() });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isWhole) return;
    rememberActor(actor.trim());
    const link = document.createElement("a");
    link.href = `${basePath}/api/export/late-drops?${query}`;
    link.download = "";
    link.click();
    onClose();
  };
  return (
    <form className="flex flex-col gap-4 pt-5" onSubmit={submit} noValidate>
      <RequiredLine
        id={`${id}-actor`}
        name="actor"
        label="Your name, which the audit keeps"
        value={actor}
        onChange={setActor}
      />
      <RequiredLine id={`${id}-reason`} name="reason" label="Reason" value={reason} onChange={setReason} />
      <fieldset className="flex flex-col gap-1">
        <legend className="label pb-1">Format</legend>
        {props.formats.map((each) => (
          <label key={each} className="flex min-h-6 items-center gap-2">
            <input
              type="radio"
              name={`${id}-format`}
              value={each}
              checked={format === each}
              className="accent-ink"
              onChange={() => setFormat(each)}
            />
            {formatWords[each]}
          </label>
        ))}
      </fieldset>
      <div className="flex items-center justify-end gap-2">
        <span className="label grow">{props.showing}</span>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="strong" disabled={!isWhole}>
          Save
        </Button>
      </div>
    </form>
  );
}

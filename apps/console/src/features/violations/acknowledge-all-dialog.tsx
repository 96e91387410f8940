"use client";

import type { ViolationRef } from "@stoatflow/api";
import { formatQuantity } from "../../lib/format/integer.ts";
import { AcknowledgeForm } from "./acknowledge-form.tsx";
import { DialogFrame } from "./dialog-frame.tsx";

/** One note for several bugs at once. */
export function AcknowledgeAllDialog({
  refs,
  onClose,
}: {
  /** Those that stood there when it was opened; empty: it is closed. */
  readonly refs: readonly ViolationRef[];
  readonly onClose: () => void;
}) {
  return (
    <DialogFrame
      open={refs.length > 0}
      title={`Acknowledge ${formatQuantity(refs.length, "bug")}`}
      onClose={onClose}
      returnTo={() => document.querySelector<HTMLElement>("[data-acknowledge-all]")}
    >
      <p className="pt-2 text-13 text-soft">
        The one note goes to each of them. They stay in the ledger, and a report of each can still be made.
      </p>
      <AcknowledgeForm refs={refs} onDone={onClose} />
    </DialogFrame>
  );
}

"use client";

import type { LateDropEntry } from "@stoatflow/api";
import { useState } from "react";
import { formatCount } from "../../lib/format/integer.ts";
import { showPayload } from "../../lib/format/payload.ts";

type Payload = LateDropEntry["key"];

const words = { null: "null (no bytes at all)", empty: "empty (0 bytes)" } as const;

/** A longer text is shown in full on demand. */
const previewChars = 3000;

/** A key, a value or a header as exact text. With a label it is a section, without one a line. */
export function PayloadView({
  label,
  field,
  payload,
}: {
  readonly label?: string;
  readonly field?: string;
  readonly payload: Payload;
}) {
  const shown = showPayload(payload);
  const body =
    shown.kind === "null" || shown.kind === "empty" ? (
      <span data-payload={shown.kind} className="text-13 text-quiet italic">
        {words[shown.kind]}
      </span>
    ) : (
      <PayloadText kind={shown.kind} text={shown.text} note={shown.note} boxed={label !== undefined} />
    );
  if (label === undefined) return body;
  return (
    <section aria-label={label} data-field={field} className="pt-4">
      <h3 className="label pb-1">
        {label}
        {shown.kind === "hex" && ", not UTF-8: shown as hex"}
      </h3>
      {body}
    </section>
  );
}

function PayloadText({
  kind,
  text,
  note,
  boxed,
}: {
  readonly kind: string;
  readonly text: string;
  readonly note: string | undefined;
  readonly boxed: boolean;
}) {
  const [whole, setWhole] = useState(false);
  const isCut = !whole && text.length > previewChars;
  return (
    <>
      <pre
        data-payload={kind}
        className={`whitespace-pre-wrap break-all font-mono text-12 ${boxed ? "rounded-6 bg-raised px-3 py-2" : ""}`}
      >
        {isCut ? `${text.slice(0, previewChars)}…` : text}
      </pre>
      {isCut && (
        <button type="button" className="label mt-1 underline hover:text-ink" onClick={() => setWhole(true)}>
          Show all {formatCount(text.length)} characters
        </button>
      )}
      {note !== undefined && <p className="label pt-1">{note}</p>}
    </>
  );
}

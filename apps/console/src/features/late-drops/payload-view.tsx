import type { LateDropEntry } from "@stoatflow/api";
import { showPayload } from "../../lib/format/payload.ts";

type Payload = LateDropEntry["key"];

const words = { null: "null (no bytes at all)", empty: "empty (0 bytes)" } as const;

/** A key, a value or a header in full, as exact text. With a label it is a section, without one a line. */
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
      <>
        <pre
          data-payload={shown.kind}
          className={`whitespace-pre-wrap break-all font-mono text-12 ${label === undefined ? "" : "max-h-96 overflow-y-auto rounded-6 bg-raised px-3 py-2"}`}
        >
          {shown.text}
        </pre>
        {shown.note !== undefined && <p className="label pt-1">{shown.note}</p>}
      </>
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

"use client";

import type { LateDropEntry } from "@stoatflow/api";
import { ToggleGroup } from "radix-ui";
import { memo, useMemo, useState } from "react";
import { formatBytes } from "../../lib/format/bytes.ts";
import { previewLength, previewPayload, type ReadPayload, readPayload } from "../../lib/format/payload.ts";
import { unbroken } from "../../lib/format/unbroken.ts";
import { useLostFocus } from "../../ui/use-lost-focus.ts";
import { HexView } from "./hex-view.tsx";
import { JsonTree } from "./json-tree.tsx";
import { LongText } from "./long-text.tsx";

type Payload = LateDropEntry["key"];

const views = ["tree", "text", "hex"] as const;
type View = (typeof views)[number];

const viewWords: Readonly<Record<View, string>> = { tree: "Tree", text: "Text", hex: "Hex" };

const viewsOf: Readonly<Record<ReadPayload["kind"], readonly View[]>> = {
  null: [],
  empty: [],
  text: ["text", "hex"],
  json: ["tree", "text", "hex"],
  binary: ["hex"],
};

/** A key or a value of a record, decoded in each way that fits it. It stays as it is at each tick: it may be large. */
export const PayloadView = memo(function PayloadView({
  label,
  field,
  payload,
}: {
  readonly label: string;
  readonly field: string;
  readonly payload: Payload;
}) {
  const read = useMemo(() => readPayload(payload), [payload]);
  const [first] = viewsOf[read.kind];
  const [view, setView] = useState(first);
  return (
    <section aria-label={label} data-field={field} data-payload={read.kind} className="pt-4">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 pb-1">
        <h3 className="label">
          {label}
          <span className="pl-2 text-quiet">{kindWords(payload, read.kind)}</span>
        </h3>
        <Views label={label} views={viewsOf[read.kind]} value={view} onChange={setView} />
      </div>
      {payload === null || view === undefined ? (
        <NoBytes kind={payload === null ? "null" : "empty"} />
      ) : (
        <div className="rounded-6 bg-raised px-3 py-2">
          {view === "hex" && <HexView payload={payload} />}
          {view === "tree" && read.kind === "json" && <JsonTree json={read.json} />}
          {view === "text" && "text" in read && (
            <pre className="whitespace-pre-wrap break-all font-mono text-12 leading-5">
              <LongText text={read.text} />
            </pre>
          )}
        </div>
      )}
    </section>
  );
});

function kindWords(payload: Payload, kind: ReadPayload["kind"]): string {
  if (payload === null) return "no bytes";
  const words = { null: "", empty: "", text: "text, ", json: "JSON, ", binary: "not UTF-8, " }[kind];
  return unbroken(`${words}${formatBytes(payload.sizeBytes)}`);
}

/** `null` has no bytes at all, which is how a tombstone is written; an empty one has none either, and is there. */
function NoBytes({ kind }: { readonly kind: "null" | "empty" }) {
  return kind === "null" ? (
    <span
      data-payload="null"
      className="rounded-[3px] border border-border border-dashed px-1.5 text-13 text-quiet italic"
    >
      null
    </span>
  ) : (
    <span data-payload="empty" className="text-13 text-quiet">
      <span className="font-mono text-12">""</span> empty
    </span>
  );
}

function Unfolded({ kind, payload }: { readonly kind: string; readonly payload: NonNullable<Payload> }) {
  const place = useLostFocus<HTMLDivElement>();
  return (
    <div
      ref={place}
      tabIndex={-1}
      data-payload={kind}
      className="whitespace-pre-wrap break-all font-mono text-12"
    >
      {payload.encoding === "hex" ? <HexView payload={payload} /> : <LongText text={payload.text} />}
    </div>
  );
}

/** A payload in a line of a list, such as a header; with `canUnfold` what does not fit there is shown on demand. */
export function PayloadLine({
  payload,
  canUnfold = false,
}: {
  readonly payload: Payload;
  readonly canUnfold?: boolean;
}) {
  const { kind, text } = useMemo(() => previewPayload(payload), [payload]);
  const [isUnfolded, setUnfolded] = useState(false);
  if (kind === "null" || kind === "empty") return <NoBytes kind={kind} />;
  if (isUnfolded && payload !== null) return <Unfolded kind={kind} payload={payload} />;
  return (
    <>
      <span data-payload={kind} className="break-all font-mono text-12">
        {text}
      </span>
      {canUnfold && payload !== null && payload.text.length > previewLength && (
        <button
          type="button"
          className="label ml-2 min-h-6 underline hover:text-ink"
          onClick={() => setUnfolded(true)}
        >
          Show all
        </button>
      )}
    </>
  );
}

function Views(props: {
  readonly label: string;
  readonly views: readonly View[];
  readonly value: View | undefined;
  readonly onChange: (view: View) => void;
}) {
  if (props.views.length < 2) return null;
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={`How the ${props.label.toLowerCase()} is shown`}
      className="flex rounded-6 border border-hairline p-0.5"
      value={props.value ?? ""}
      onValueChange={(next) => {
        const view = views.find((each) => each === next);
        if (view !== undefined) props.onChange(view);
      }}
    >
      {props.views.map((view) => (
        <ToggleGroup.Item
          key={view}
          value={view}
          className="h-6 rounded-[4px] px-2 text-12 text-quiet hover:text-ink data-[state=on]:bg-selected data-[state=on]:text-ink"
        >
          {viewWords[view]}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

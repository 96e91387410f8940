"use client";

import type { LateDropEntry } from "@stoatflow/api";
import { ToggleGroup } from "radix-ui";
import { useState } from "react";
import { formatBytes } from "../../lib/format/bytes.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { previewPayload, type ReadPayload, readPayload } from "../../lib/format/payload.ts";
import { unbroken } from "../../lib/format/unbroken.ts";
import { VisibleBlock } from "../../ui/visible-block.tsx";
import { HexView } from "./hex-view.tsx";
import { JsonTree } from "./json-tree.tsx";

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

/** A key or a value of a record, decoded in each way that fits it. */
export function PayloadView({
  label,
  field,
  payload,
}: {
  readonly label: string;
  readonly field: string;
  readonly payload: Payload;
}) {
  const read = readPayload(payload);
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
          {view === "text" && "text" in read && <PlainText text={read.text} />}
        </div>
      )}
    </section>
  );
}

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

/** A payload in a line of a list, such as a header. */
export function PayloadLine({ payload }: { readonly payload: Payload }) {
  const { kind, text } = previewPayload(payload);
  if (kind === "null" || kind === "empty") return <NoBytes kind={kind} />;
  return (
    <span data-payload={kind} className="break-all font-mono text-12">
      {text}
    </span>
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

/** A longer text is shown in full on demand. */
const previewChars = 3000;

function PlainText({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(false);
  const isCut = !whole && text.length > previewChars;
  return (
    <>
      <pre className="whitespace-pre-wrap break-all font-mono text-12 leading-5">
        <VisibleBlock text={isCut ? text.slice(0, previewChars) : text} />
      </pre>
      {isCut && (
        <button
          type="button"
          className="label min-h-6 underline hover:text-ink"
          onClick={() => setWhole(true)}
        >
          Show all {formatCount(text.length)} characters
        </button>
      )}
    </>
  );
}

"use client";

import { type ReactNode, useState } from "react";
import type { JsonNode } from "../../lib/format/exact-json.ts";
import { formatCount, formatQuantity } from "../../lib/format/integer.ts";
import { VisibleBlock } from "../../ui/visible-block.tsx";

/** Nodes down to this depth are unfolded at first. */
const unfoldedDepth = 2;

/** How many parts of one node stand there at once; more come on demand. */
const partsAtOnce = 100;

/** JSON as a tree that folds, each part spelt as the record has it. */
export function JsonTree({ json }: { readonly json: JsonNode }) {
  return (
    <div data-json="" className="break-words font-mono text-12 leading-5">
      <Node node={json} depth={0} />
    </div>
  );
}

interface Part {
  /** The name of a member; an item has none. */
  readonly name: string | undefined;
  readonly value: JsonNode;
}

function Node({
  name,
  node,
  depth,
}: {
  readonly name?: string | undefined;
  readonly node: JsonNode;
  readonly depth: number;
}) {
  if (node.kind === "object") {
    const parts = node.members;
    return <Branch {...{ name, depth, parts }} noun="member" marks="{}" />;
  }
  if (node.kind === "array") {
    const parts = node.items.map((value) => ({ name: undefined, value }));
    return <Branch {...{ name, depth, parts }} noun="item" marks="[]" />;
  }
  return (
    <div className="pl-4">
      <Name>{name}</Name>
      <span
        className={node.kind === "word" ? "text-quiet italic" : node.kind === "number" ? "text-paused" : ""}
      >
        <VisibleBlock text={node.raw} />
      </span>
    </div>
  );
}

function Branch(props: {
  readonly name: string | undefined;
  readonly depth: number;
  readonly parts: readonly Part[];
  readonly noun: string;
  /** What opens and closes it in JSON. */
  readonly marks: "{}" | "[]";
}) {
  const { name, depth, parts, noun, marks } = props;
  const [shown, setShown] = useState(partsAtOnce);
  if (parts.length === 0)
    return (
      <div className="pl-4">
        <Name>{name}</Name>
        {marks}
      </div>
    );
  const rest = parts.length - shown;
  return (
    <details open={depth < unfoldedDepth}>
      <summary className="w-fit cursor-pointer list-none pr-2 hover:bg-hover">
        <span
          aria-hidden="true"
          className="inline-block w-4 text-center text-quiet [[open]>summary>&]:rotate-90"
        >
          ›
        </span>
        <Name>{name}</Name>
        {marks[0]} <span className="text-quiet">{formatQuantity(parts.length, noun)}</span>
      </summary>
      <div className="ml-1.5 border-hairline border-l pl-2">
        {parts.slice(0, shown).map((part, place) => (
          <Node key={`part-${String(place)}`} name={part.name} node={part.value} depth={depth + 1} />
        ))}
        {rest > 0 && (
          <button
            type="button"
            className="label min-h-6 pl-4 underline hover:text-ink"
            onClick={() => setShown(shown + 10 * partsAtOnce)}
          >
            {formatCount(rest)} more
          </button>
        )}
      </div>
    </details>
  );
}

/** With its quotes, as the record has it. */
function Name({ children }: { readonly children: ReactNode }) {
  if (typeof children !== "string") return null;
  return (
    <>
      <span className="text-soft">
        <VisibleBlock text={children} />
      </span>
      {": "}
    </>
  );
}

"use client";

import { type ReactNode, useState } from "react";
import type { JsonNode } from "../../lib/format/exact-json.ts";
import { formatCount, formatQuantity } from "../../lib/format/integer.ts";
import { VisibleBlock } from "../../ui/visible-block.tsx";
import { LongText } from "./long-text.tsx";

/** Nodes down to this depth are unfolded at first, as long as there is room for their parts. */
const unfoldedDepth = 2;

/** So many lines of a tree stand there at first, or those of its root alone. */
const linesAtFirst = 300;

/** The longest name that is written out; the text has it whole. */
const nameLength = 200;

/** How many parts of one node stand there at once; more come on demand. */
const partsAtOnce = 100;

/** JSON as a tree that folds, each part spelt as the record has it. */
export function JsonTree({ json }: { readonly json: JsonNode }) {
  return (
    <div data-json="" className="break-words font-mono text-12 leading-5">
      <Node node={json} depth={0} room={linesAtFirst} />
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
  room,
}: {
  readonly name?: string | undefined;
  readonly node: JsonNode;
  readonly depth: number;
  /** How many lines it may have unfolded at first. */
  readonly room: number;
}) {
  if (node.kind === "object") {
    const parts = node.members;
    return <Branch {...{ name, depth, room, parts }} noun="member" marks="{}" />;
  }
  if (node.kind === "array") {
    const parts = node.items.map((value) => ({ name: undefined, value }));
    return <Branch {...{ name, depth, room, parts }} noun="item" marks="[]" />;
  }
  return (
    <div className="pl-4">
      <Name>{name}</Name>
      <span
        className={node.kind === "word" ? "text-quiet italic" : node.kind === "number" ? "text-paused" : ""}
      >
        <LongText text={node.raw} />
      </span>
    </div>
  );
}

function Branch(props: {
  readonly name: string | undefined;
  readonly depth: number;
  readonly room: number;
  readonly parts: readonly Part[];
  readonly noun: string;
  /** What opens and closes it in JSON. */
  readonly marks: "{}" | "[]";
}) {
  const { name, depth, room, parts, noun, marks } = props;
  const [shown, setShown] = useState(partsAtOnce);
  const atFirst = Math.min(parts.length, partsAtOnce);
  const [isOpen, setOpen] = useState(depth === 0 || (depth < unfoldedDepth && atFirst <= room));
  if (parts.length === 0)
    return (
      <div className="pl-4">
        <Name>{name}</Name>
        {marks}
      </div>
    );
  const rest = parts.length - shown;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
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
      {/* What is folded is not there: of a large record that is most of it. */}
      {isOpen && (
        <div className="ml-1.5 border-hairline border-l pl-2">
          {parts.slice(0, shown).map((part, place) => (
            <Node
              key={`part-${String(place)}`}
              name={part.name}
              node={part.value}
              depth={depth + 1}
              room={Math.floor((room - atFirst) / atFirst)}
            />
          ))}
          {rest > 0 && (
            <button
              type="button"
              className="label min-h-6 pl-4 underline hover:text-ink"
              onClick={() => setShown(shown + 10 * partsAtOnce)}
            >
              {rest <= 10 * partsAtOnce
                ? `${formatCount(rest)} more`
                : `${formatCount(10 * partsAtOnce)} of ${formatCount(rest)} more`}
            </button>
          )}
        </div>
      )}
    </details>
  );
}

/** With its quotes, as the record has it. */
function Name({ children }: { readonly children: ReactNode }) {
  if (typeof children !== "string") return null;
  const isLong = children.length > nameLength;
  return (
    <>
      <span className="text-soft">
        <VisibleBlock text={isLong ? `${children.slice(0, nameLength)}…` : children} />
      </span>
      {": "}
    </>
  );
}

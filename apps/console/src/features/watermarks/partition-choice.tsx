"use client";

import { Popover } from "radix-ui";
import { useState } from "react";
import { formatCount } from "../../lib/format/integer.ts";
import { partitionName } from "../../live/append-tick.ts";
import { useLiveView } from "../../live/live-app.tsx";

/** As many as history gives lines of in one answer. */
const chosenMax = 32;
/** More names than this are found by typing a part of them. */
const namesMax = 50;

/** Which partitions have a line. Without a choice all have, or those furthest behind. */
export function PartitionChoice({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[] | null;
  readonly onChange: (chosen: readonly string[] | null) => void;
}) {
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const own = chosen ?? [];
  const partitions = useLiveView()?.snapshot?.watermarks.partitions;
  // Of thousands, names are made only while somebody looks at them.
  const found = isOpen ? (partitions ?? []).map(partitionName).filter((name) => name.includes(text)) : [];
  const shown = [...own, ...found.filter((name) => !own.includes(name))].slice(0, namesMax + own.length);
  const toggle = (name: string): void => {
    const next = own.includes(name) ? own.filter((each) => each !== name) : [...own, name].slice(-chosenMax);
    onChange(next.length === 0 ? null : next);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className="h-7 whitespace-nowrap rounded-6 border border-hairline px-2 text-12 text-soft hover:bg-hover hover:text-ink data-[state=open]:bg-selected">
        {chosen === null ? "partitions: all" : `partitions: ${formatCount(chosen.length)} chosen`}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          className="z-30 w-64 rounded-6 border border-border bg-bg p-2 shadow-(--float)"
        >
          <input
            className="field"
            type="search"
            placeholder="part of a name"
            aria-label="Part of a partition's name"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <div className="max-h-64 overflow-auto py-2">
            {shown.map((name) => (
              <label key={name} className="flex min-h-6 items-center gap-2 px-1 text-12 hover:bg-hover">
                <input type="checkbox" checked={own.includes(name)} onChange={() => toggle(name)} />
                <span className="truncate font-mono">{name}</span>
              </label>
            ))}
            {found.length > namesMax && (
              <p className="label px-1 pt-1">
                {formatCount(found.length - namesMax)} more: type a part of their name
              </p>
            )}
            {found.length === 0 && own.length === 0 && (
              <p className="label px-1">no partition has that in its name</p>
            )}
          </div>
          <button
            type="button"
            className="min-h-6 px-1 text-12 text-soft underline hover:text-ink disabled:text-quiet disabled:no-underline"
            disabled={chosen === null}
            onClick={() => onChange(null)}
          >
            all partitions
          </button>
          <span className="label"> · {chosenMax} at most</span>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

"use client";

import type { PartitionState } from "@stoatflow/engine/wire";
import { formatCount } from "../../lib/format/integer.ts";
import { Glyph } from "../../ui/glyph.tsx";
import { partitionMarks } from "../../ui/mark.ts";
import type { PartitionFilter } from "./arrange.ts";
import type { StateCounts } from "./state-counts.ts";

export interface ToolbarProps {
  readonly filter: PartitionFilter;
  readonly topics: readonly string[];
  readonly counts: StateCounts;
  readonly onFilter: (filter: PartitionFilter) => void;
}

/** What is looked for: a part of the name, a topic, and states, each with how many partitions are in it now. */
export function PartitionToolbar({ filter, topics, counts, onFilter }: ToolbarProps) {
  const { text, states, topic } = filter;
  const toggle = (state: PartitionState): void =>
    onFilter({
      ...filter,
      states: states.includes(state) ? states.filter((each) => each !== state) : [...states, state],
    });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <input
        type="search"
        aria-label="Find partitions by a part of their name"
        placeholder="Find a partition"
        className="field max-w-60"
        maxLength={270}
        value={text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
      />
      {topics.length > 1 && (
        <select
          aria-label="Topic"
          className="field max-w-52"
          value={topic ?? ""}
          onChange={(event) =>
            onFilter({ ...filter, topic: event.target.value === "" ? null : event.target.value })
          }
        >
          <option value="">every topic</option>
          {topics.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
      <fieldset className="flex min-w-0 gap-1 overflow-x-auto px-0.5 py-0.5">
        <legend className="sr-only">States</legend>
        {counts.map(([state, count]) => (
          <StateChip
            key={state}
            state={state}
            count={count}
            isOn={states.includes(state)}
            onToggle={() => toggle(state)}
          />
        ))}
      </fieldset>
    </div>
  );
}

function StateChip({
  state,
  count,
  isOn,
  onToggle,
}: {
  readonly state: PartitionState;
  readonly count: number;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}) {
  const { glyph, hue, word } = partitionMarks[state];
  return (
    <button
      type="button"
      aria-pressed={isOn}
      data-state-filter={state}
      onClick={onToggle}
      className={`inline-flex h-7 shrink-0 items-center gap-1.5 rounded-6 border px-2 text-12 ${isOn ? "border-ink bg-selected text-ink" : "border-hairline text-soft hover:bg-hover"}`}
    >
      <Glyph name={glyph} className={count === 0 ? "text-line" : hue} />
      {word}
      <span className={`min-w-[1ch] font-mono ${count === 0 ? "text-quiet" : "text-ink"}`}>
        {formatCount(count)}
      </span>
    </button>
  );
}

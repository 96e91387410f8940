"use client";

import { useId } from "react";
import { Button } from "../../ui/button.tsx";
import type { AppFilter } from "./filter.ts";

/** What is looked for. Where there is nothing to choose from there is no choice. */
export function FilterBar({
  filter,
  choices,
  shown,
  all,
  onChange,
}: {
  readonly filter: AppFilter;
  readonly choices: {
    readonly environments: readonly string[];
    readonly owners: readonly string[];
    readonly labels: readonly string[];
  };
  readonly shown: number;
  readonly all: number;
  readonly onChange: (change: Partial<AppFilter>) => void;
}) {
  const id = useId();
  const isFiltered =
    filter.words !== "" || filter.environment !== null || filter.owner !== null || filter.label !== null;
  return (
    <search className="flex flex-wrap items-center gap-2 pb-4">
      <label className="sr-only" htmlFor={`${id}-find`}>
        Find apps by name, environment, owner or label
      </label>
      <input
        id={`${id}-find`}
        type="search"
        className="field max-w-72 max-sm:max-w-none"
        placeholder="Name, environment, owner or label"
        value={filter.words}
        onChange={(event) => onChange({ words: event.target.value })}
      />
      <Choice
        word="Environment"
        values={choices.environments}
        value={filter.environment}
        onChange={(environment) => onChange({ environment })}
      />
      <Choice
        word="Owner"
        values={choices.owners}
        value={filter.owner}
        onChange={(owner) => onChange({ owner })}
      />
      <Choice
        word="Label"
        values={choices.labels}
        value={filter.label}
        onChange={(label) => onChange({ label })}
      />
      <p role="status" className="label tabular-nums" data-shown={shown}>
        {isFiltered ? `${shown} of ${all} shown` : ""}
      </p>
      {isFiltered && (
        <Button onClick={() => onChange({ words: "", environment: null, owner: null, label: null })}>
          Show all
        </Button>
      )}
    </search>
  );
}

function Choice({
  word,
  values,
  value,
  onChange,
}: {
  readonly word: string;
  readonly values: readonly string[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}) {
  // A value of the address that no app has is still shown: it is why none is.
  const listed = value === null || values.includes(value) ? values : [value, ...values];
  if (listed.length === 0) return null;
  return (
    <select
      aria-label={word}
      className="field w-auto max-w-48"
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">Any {word.toLowerCase()}</option>
      {listed.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </select>
  );
}

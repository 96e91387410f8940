"use client";

import { Popover, ToggleGroup } from "radix-ui";
import { useMemo } from "react";
import {
  type HourCount,
  hourCounts,
  type TimeForm,
  type TimePreference,
  timeForms,
} from "../lib/format/time-preference.ts";
import { useBrowserZone, useTimePreference, useTimes } from "./times-provider.tsx";

const formWords: Readonly<Record<TimeForm, string>> = { relative: "Relative", absolute: "Absolute" };
const hourWords: Readonly<Record<HourCount, string>> = { 24: "24 h", 12: "12 h" };

/** How times are shown, on every page: relative or absolute, with 12 or 24 hours, in which zone. */
export function TimesMenu() {
  const times = useTimes();
  const [preference, choose] = useTimePreference();
  const change = (part: Partial<TimePreference>): void => choose({ ...preference, ...part });
  return (
    <Popover.Root>
      <Popover.Trigger
        className="flex h-7 items-center gap-1.5 rounded-6 border border-transparent px-2 text-12 text-soft hover:border-border data-[state=open]:border-border"
        title={`Times are in ${times.zone}, ${formWords[preference.form].toLowerCase()}, ${hourWords[preference.hours]}`}
      >
        <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.2" />
          <path d="M6 3.2V6l1.9 1.3" fill="none" stroke="currentColor" strokeWidth="1.2" />
        </svg>
        <span className="sr-only">Times:</span>
        <span className="max-sm:sr-only">{zoneName(times.zone)}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label="How times are shown"
          className="z-40 flex w-64 flex-col gap-3 rounded-6 border border-border bg-bg p-4 shadow-(--float)"
        >
          <Choice
            label="Times"
            values={timeForms}
            words={formWords}
            value={preference.form}
            onChange={(form) => change({ form })}
          />
          <Choice
            label="Clock"
            values={hourCounts}
            words={hourWords}
            value={preference.hours}
            onChange={(hours) => change({ hours })}
          />
          <ZoneSelect value={preference.zone} onChange={(zone) => change({ zone })} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Choice<Value extends string | number>(props: {
  readonly label: string;
  readonly values: readonly Value[];
  readonly words: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  const { label, values, words, value, onChange } = props;
  return (
    <div className="flex items-center justify-between gap-4">
      <span className="label">{label}</span>
      <ToggleGroup.Root
        type="single"
        aria-label={label}
        className="flex rounded-6 border border-hairline p-0.5"
        value={String(value)}
        onValueChange={(next) => {
          const chosen = values.find((each) => String(each) === next);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {values.map((each) => (
          <ToggleGroup.Item
            key={each}
            value={String(each)}
            className="h-6 rounded-[4px] px-2 text-12 text-quiet hover:text-ink data-[state=on]:bg-selected data-[state=on]:text-ink"
          >
            {words[each]}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
    </div>
  );
}

function ZoneSelect(props: { readonly value: string; readonly onChange: (zone: string) => void }) {
  const { value, onChange } = props;
  const browserZone = useBrowserZone();
  const zones = useMemo(() => {
    const all = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC");
    return value === "UTC" || value === "browser" || all.includes(value) ? all : [value, ...all];
  }, [value]);
  return (
    <label className="flex flex-col gap-1">
      <span className="label">Zone</span>
      <select className="field" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="UTC">UTC</option>
        <option value="browser">This browser: {zoneName(browserZone)}</option>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll("_", " ")}
          </option>
        ))}
      </select>
    </label>
  );
}

/** `New York` for `America/New_York`. */
function zoneName(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

"use client";

import { ToggleGroup } from "radix-ui";
import { type TimeView, timeViews } from "../partitions/times.ts";

const words: Readonly<Record<TimeView, string>> = { gap: "Gap to now", absolute: "Absolute" };

/** Gap to now, or absolute times. */
export function TimeViewToggle({
  value,
  onChange,
}: {
  readonly value: TimeView;
  readonly onChange: (view: TimeView) => void;
}) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label="How times are shown"
      className="flex rounded-6 border border-hairline p-0.5"
      value={value}
      onValueChange={(next) => {
        const view = timeViews.find((each) => each === next);
        if (view !== undefined) onChange(view);
      }}
    >
      {timeViews.map((view) => (
        <ToggleGroup.Item
          key={view}
          value={view}
          className="h-6 rounded-[4px] px-2 text-12 text-quiet hover:text-ink data-[state=on]:bg-selected data-[state=on]:text-ink"
        >
          {words[view]}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

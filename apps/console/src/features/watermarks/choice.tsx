"use client";

import { ToggleGroup } from "radix-ui";

/** One of a few words that stand side by side. */
export function Choice<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly word: string }[];
  readonly onChange: (value: Value) => void;
}) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      className="flex rounded-6 border border-hairline p-0.5"
      value={value}
      onValueChange={(next) => {
        const chosen = choices.find((each) => each.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {choices.map((each) => (
        <ToggleGroup.Item
          key={each.value}
          value={each.value}
          className="h-6 whitespace-nowrap rounded-[4px] px-2 text-12 text-quiet hover:text-ink data-[state=on]:bg-selected data-[state=on]:text-ink"
        >
          {each.word}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

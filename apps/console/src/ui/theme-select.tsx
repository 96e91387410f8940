"use client";

import { useSyncExternalStore } from "react";
import { keepChoice } from "./keep-choice.ts";
import { readTheme, type Theme, themeCookie, themes } from "./theme.ts";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function choose(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  keepChoice(themeCookie, theme);
  for (const listener of listeners) listener();
}

/** System, light or dark. */
export function ThemeSelect() {
  const theme = useSyncExternalStore(
    subscribe,
    () => readTheme(document.documentElement.dataset["theme"]),
    () => "system" as const,
  );
  return (
    <label className="flex items-center gap-2 text-12 text-quiet">
      <span className="max-sm:sr-only">Theme</span>
      <select
        className="rounded-6 border border-transparent bg-transparent py-1 text-soft hover:border-border"
        value={theme}
        onChange={(event) => choose(readTheme(event.target.value))}
      >
        {themes.map((name) => (
          <option key={name} value={name} className="bg-bg">
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

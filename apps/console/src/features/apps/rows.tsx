"use client";

import type { ListedApp } from "@stoatflow/api";
import type { Freshness } from "../../live/freshness.ts";
import { AppRow } from "./row.tsx";

/** The rows of the apps that are shown; one is drawn anew only where something of it is another. */
export function AppRows({
  apps,
  freshnessOf,
  selected,
  onSelect,
}: {
  readonly apps: readonly ListedApp[];
  readonly freshnessOf: (app: ListedApp) => Freshness;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (id: string, isSelected: boolean) => void;
}) {
  return (
    <ul aria-label="Apps, trouble first">
      {apps.map((summary) => (
        <AppRow
          key={summary.id}
          summary={summary}
          staleMs={staleOf(freshnessOf(summary))}
          isSelected={selected.has(summary.id)}
          onSelect={onSelect}
        />
      ))}
    </ul>
  );
}

/** An age is shown by the second, so a row is drawn anew no more often. */
function staleOf(freshness: Freshness): number | undefined {
  return freshness.kind === "stale" ? Math.floor(freshness.ageMs / 1000) * 1000 : undefined;
}

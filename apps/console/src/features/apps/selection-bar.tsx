"use client";

import type { ListedApp } from "@stoatflow/api";
import { formatQuantity } from "../../lib/format/integer.ts";
import type { Freshness } from "../../live/freshness.ts";
import { Button } from "../../ui/button.tsx";
import { ControlSeveral } from "../control/control-several.tsx";

/** What can be done with the selected apps: it lies over the foot of the page, so that no row moves for it. */
export function SelectionBar({
  apps,
  freshnessOf,
  onClear,
}: {
  readonly apps: readonly ListedApp[];
  readonly freshnessOf: (app: ListedApp) => Freshness;
  readonly onClear: () => void;
}) {
  if (apps.length === 0) return null;
  return (
    <section
      aria-label="Selected apps"
      className="sticky bottom-4 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-6 border border-border bg-raised px-4 py-2 shadow-(--float)"
    >
      <p role="status" className="mr-auto text-13">
        {formatQuantity(apps.length, "app")} selected
      </p>
      <ControlSeveral apps={apps} verb="pause" freshnessOf={freshnessOf} />
      <ControlSeveral apps={apps} verb="resume" freshnessOf={freshnessOf} />
      <Button onClick={onClear}>Clear</Button>
    </section>
  );
}

"use client";

import type { LateDropsFrom } from "@stoatflow/api";
import { ToggleGroup } from "radix-ui";
import { formatCount } from "../../lib/format/integer.ts";
import { Button } from "../../ui/button.tsx";
import { Glyph } from "../../ui/glyph.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import type { Drops } from "./use-drops.ts";

const sources = { collector: "In memory", history: "Written down" } as const;

const sourceTitles: Readonly<Record<LateDropsFrom, string>> = {
  collector: "the newest that the console holds, live",
  history: "what the console wrote to its disk, which goes further back and lacks the last seconds",
};

/** What the list is of, how much of it is shown, and whether what comes joins it. Its height never changes. */
export function TailBar({
  from,
  onFrom,
  showing,
  drops,
}: {
  readonly from: LateDropsFrom;
  readonly onFrom: (from: LateDropsFrom) => void;
  readonly showing: string | undefined;
  readonly drops: Pick<Drops, "held" | "hold" | "release" | "tail">;
}) {
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
      <ToggleGroup.Root
        type="single"
        aria-label="Which late drops are looked at"
        className="flex rounded-6 border border-hairline p-0.5"
        value={from}
        onValueChange={(next) => {
          if (next === "collector" || next === "history") onFrom(next);
        }}
      >
        {(["collector", "history"] as const).map((source) => (
          <ToggleGroup.Item
            key={source}
            value={source}
            title={sourceTitles[source]}
            className="h-6 rounded-[4px] px-2 text-12 text-quiet hover:text-ink data-[state=on]:bg-selected data-[state=on]:text-ink"
          >
            {sources[source]}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
      <span data-showing="" className="label">
        {showing}
      </span>
      {from === "collector" && <Live drops={drops} />}
    </div>
  );
}

function Live({
  drops: { held, hold, release, tail },
}: {
  readonly drops: Pick<Drops, "held" | "hold" | "release" | "tail">;
}) {
  const times = useTimes();
  if (held === undefined)
    return (
      <span className="ml-auto inline-flex items-center gap-3">
        <span className="label inline-flex items-center gap-1.5">
          <Glyph name="dot" /> live
        </span>
        <Button className="h-7" disabled={tail === undefined} onClick={hold}>
          Freeze list
        </Button>
      </span>
    );
  const { count, atLeast } = held.newer;
  return (
    <span className="ml-auto inline-flex items-center gap-3">
      <span className="label inline-flex items-center gap-1.5">
        <Glyph name="bars" className="text-paused" />
        <span data-held="">
          frozen{held.atMs !== undefined && ` at ${times.clock(held.atMs)}`}, {atLeast && "more than "}
          {formatCount(count)} newer wait
        </span>
      </span>
      <Button className="h-7" onClick={release}>
        Go on
      </Button>
    </span>
  );
}

import { formatDuration } from "../../lib/format/duration.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import { useTimes } from "../../ui/times-provider.tsx";
import type { ShownHold } from "./shown-holds.ts";
import { type HoldBar, stripLayout } from "./strip-layout.ts";
import { describeHold } from "./words.ts";

/** Holds over time, a row a partition. The table beside it holds the same in numbers. */
export function HoldStrip({ holds }: { readonly holds: readonly ShownHold[] }) {
  const times = useTimes();
  const { rows, ticks, leftOut } = stripLayout(holds);
  return (
    <figure className="flex min-w-0 flex-col pt-2" data-hold-strip="">
      <figcaption className="sr-only">
        {formatQuantity(holds.length, "hold")} over time; the table holds the same in numbers.
      </figcaption>
      <div aria-hidden="true" className="grid grid-cols-[minmax(72px,auto)_minmax(0,1fr)] gap-x-4">
        {rows.map(({ partition, bars }) => (
          <div key={partition} className="col-span-2 grid h-8 grid-cols-subgrid items-center">
            <span className="max-w-32 truncate font-mono text-12" title={partition}>
              {partition}
            </span>
            <div className="relative mr-2 h-full border-selected border-b sm:mr-20">
              {bars.map((bar) => (
                <Bar key={bar.hold.key} bar={bar} />
              ))}
            </div>
          </div>
        ))}
        <div className="relative col-start-2 mr-2 h-6 sm:mr-20">
          {ticks.map(({ atMs, left }, index) => (
            <span
              key={atMs}
              className={`label absolute top-1 -translate-x-1/2 ${index % 2 === 0 ? "" : "max-sm:hidden"}`}
              style={{ left: `${left * 100}%` }}
            >
              {times.clock(atMs)}
            </span>
          ))}
        </div>
      </div>
      <div aria-hidden="true" className="flex flex-wrap gap-x-4 pt-2 text-12 text-soft">
        <Key className="bg-held" word="dispatched" />
        <Key className="border-held border-y border-l bg-held/40" word="still held" />
        <Key className="border border-held" word="ended otherwise" />
        {leftOut > 0 && <span>{formatQuantity(leftOut, "hold")} only in the table</span>}
      </div>
    </figure>
  );
}

function Bar({ bar: { hold, left, width, isLabelled } }: { readonly bar: HoldBar }) {
  return (
    <div
      data-hold-bar={hold.partition}
      data-value={hold.durationMs}
      title={describeHold(hold)}
      className="absolute top-2 flex h-4 items-center"
      style={{ left: `${left * 100}%`, width: `max(3px, ${width * 100}%)` }}
    >
      <span className={`hue block h-3 w-full shrink-0 rounded-[2px] ${lookOf(hold)}`} />
      {isLabelled && (
        <span className="shrink-0 pl-1.5 font-mono text-12 text-soft max-sm:hidden">
          {formatDuration(hold.durationMs)}
        </span>
      )}
    </div>
  );
}

/** Filled where the record went out, open to the right while it is held, an outline where it ended otherwise. */
function lookOf({ end }: ShownHold): string {
  if (end.kind === "lasts") return "rounded-r-none border-held border-y border-l bg-held/40";
  return end.by === "dispatched" ? "bg-held" : "border border-held";
}

function Key({ className, word }: { readonly className: string; readonly word: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={`h-3 w-4 rounded-[2px] ${className}`} />
      {word}
    </span>
  );
}

import type { LateDropEntry } from "@stoatflow/api";
import { formatTimeNear } from "../../lib/format/time.ts";
import { unbroken } from "../../lib/format/unbroken.ts";
import { partitionName } from "../../live/append-tick.ts";

type Cause = NonNullable<LateDropEntry["movedBy"]>["cause"];

const because: Readonly<Record<Cause, string>> = {
  dispatched: "one of its records was dispatched",
  preview: "its head was held, so its preview counted",
  idle: "it became idle, so it counted no longer",
  removed: "it was taken away, so it counted no longer",
};

const missing: Readonly<Record<NonNullable<LateDropEntry["movedByMissing"]>, string>> = {
  "before-start": "the watermark was past the window's close when the app started",
  "beyond-history": "the watermark passed the window's close longer ago than the app remembers",
};

/** Who moved the watermark past the close of the window of a drop, and by what; or why that is not known. */
export function movedByWords({ movedBy, movedByMissing, atMs }: LateDropEntry): string {
  if (movedBy === null)
    return `What moved the watermark is not known${movedByMissing === null ? "" : `: ${missing[movedByMissing]}`}.`;
  const time = unbroken(`${formatTimeNear(movedBy.atMs, atMs)} UTC`);
  // The time stands first: after "the window's close" it would read as the time of that.
  return `At ${time} ${partitionName(movedBy)} let the watermark pass the window's close: ${because[movedBy.cause]}.`;
}

import type { LateDropEntry } from "@stoatflow/api";
import type { Times } from "../../lib/format/times.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
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
export function movedByWords(
  { movedBy, movedByMissing, atMs }: LateDropEntry,
  times: Pick<Times, "words">,
): string {
  if (movedBy === null)
    return `What moved the watermark is not known${movedByMissing === null ? "" : `: ${missing[movedByMissing]}`}.`;
  // The time stands first: after "the window's close" it would read as the time of that.
  return `At ${times.words(movedBy.atMs, atMs)} ${visibleText(partitionName(movedBy))} let the watermark pass the window's close: ${because[movedBy.cause]}.`;
}

import type { ViolationEntry } from "@stoatflow/api";
import { groupDigits } from "../../lib/format/integer.ts";
import type { Mark } from "../../ui/mark.ts";

type Kind = ViolationEntry["kind"];
type Told = Pick<ViolationEntry, "kind" | "class" | "offsetBefore" | "offsetAfter">;

export const classMarks: Readonly<Record<ViolationEntry["class"], Mark>> = {
  bug: { glyph: "triangle", hue: "text-bug", word: "bug" },
  expected: { glyph: "outline", hue: "text-expected", word: "expected" },
};

/** What happened, in words for people; the kind itself is what one searches for. */
export const kindWords: Readonly<Record<Kind, string>> = {
  partition_offset_regression: "position went back",
  partition_buffer_over_bound: "buffer over its bound",
  commit_offset_regression: "commit went back",
  watermark_regression: "watermark went back",
  lane_order: "lane out of order",
  epoch_overlap: "epochs overlap",
};

/** From which offset to which, and by how much: exact, whatever their size. */
export function evidenceWords({ offsetBefore, offsetAfter }: Told): string {
  return `${groupDigits(offsetBefore)} → ${groupDigits(offsetAfter)}, ${distanceWords(offsetBefore, offsetAfter)}`;
}

/** @example distanceWords("1000", "107") === "back by 893" */
export function distanceWords(before: string, after: string): string {
  const by = BigInt(after) - BigInt(before);
  if (by === 0n) return "to where it was";
  return by < 0n ? `back by ${groupDigits(String(-by))}` : `ahead by ${groupDigits(String(by))}`;
}

/** Why it happened, as far as the app can tell. */
export function causeWords({ kind, class: ofClass }: Told): string {
  if (ofClass === "bug") return "its cause is not known: nothing that the app was told explains it";
  return kind === "partition_buffer_over_bound"
    ? "the client went on fetching though it was told to pause"
    : "the broker set the consumer back: its log was cut or made anew, or its offsets were reset";
}

/** What it means for results, and what is to be done. */
export function effectWords({ kind, class: ofClass, offsetBefore, offsetAfter }: Told): string {
  const by = BigInt(offsetBefore) - BigInt(offsetAfter);
  const offsets = groupDigits(String(by < 0n ? -by : by));
  if (ofClass === "bug")
    return "it must never happen, so results since then can't be vouched for: please report it";
  if (kind === "partition_buffer_over_bound")
    return `${offsets} offsets are fetched again; no record is lost, and none counts twice`;
  return `${offsets} offsets are read again: after a cut they are new records, after a reset those of before, which count again`;
}

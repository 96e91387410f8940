/** What a legend lists: what is drawn, and nothing else. Pure. */
import { type AnnotationKind, annotationKinds } from "./annotations.ts";
import type { ChartFrame } from "./chart-frame.ts";
import type { DrawnFrame } from "./chart-view.ts";
import { globalStyle, type LineStyle, type Marked, nowStyle, styleOf } from "./line-styles.ts";
import type { PlaneMark } from "./plane-marks.ts";
import type { PlotScale } from "./plot-scale.ts";

export type LegendEntry =
  | { readonly kind: "stroke"; readonly style: LineStyle; readonly word: string }
  | { readonly kind: "bar" | "preview"; readonly word: string }
  | { readonly kind: "badge"; readonly of: AnnotationKind; readonly word: string };

/** The most held partitions that are named. */
const heldMax = 2;
const nobody: Marked = { heldBackBy: undefined, held: new Set(), idle: new Set() };

/** No two entries look alike: those that do are one. */
export function legendEntries(
  frame: ChartFrame,
  drawn: DrawnFrame,
  { lowMs, highMs }: Pick<PlotScale, "lowMs" | "highMs">,
  marked: Marked,
  marks: readonly PlaneMark[],
): readonly LegendEntry[] {
  const { heldBackBy, held, idle } = marked;
  const isSeen = (value: number | null): boolean => value !== null && value >= lowMs && value <= highMs;
  const names = frame.lines.flatMap(({ name }, line) => (drawn.lines[line]?.some(isSeen) ? [name] : []));
  const isHolder = (name: string): boolean => name === heldBackBy;
  const heldNames = names.filter((name) => held.has(name) && !isHolder(name));
  const resting = names.filter((name) => idle.has(name) && !isHolder(name) && !held.has(name));
  const others = names.length - heldNames.length - resting.length - (names.some(isHolder) ? 1 : 0);
  const stroke = (style: LineStyle, word: string): LegendEntry => ({ kind: "stroke", style, word });
  const entries: LegendEntry[] = [];
  if (drawn.global.some(isSeen)) entries.push(stroke(globalStyle, "global watermark"));
  if (heldBackBy !== undefined && names.some(isHolder))
    entries.push(stroke(styleOf(heldBackBy, marked), `${heldBackBy} holds it back`));
  if (heldNames[0] !== undefined)
    entries.push(stroke(styleOf(heldNames[0], marked), `${namesOf(heldNames)} held`));
  if (resting[0] !== undefined)
    entries.push(stroke(styleOf(resting[0], marked), `${resting.length} idle, not counted`));
  if (others > 0) {
    const other = others < names.length ? " other" : "";
    entries.push(
      stroke(styleOf("", nobody), `${others}${other} ${others === 1 ? "partition" : "partitions"}`),
    );
  }
  return drawn.view === "plane" ? [...entries, stroke(nowStyle, "now"), ...entriesOf(marks)] : entries;
}

function namesOf(names: readonly string[]): string {
  const more = names.length - heldMax;
  const named = [...names.slice(0, heldMax), ...(more > 0 ? [`${more} more`] : [])];
  return named.length === 1 ? named.join() : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}

const badgeWords: Readonly<Partial<Record<AnnotationKind, string>>> = {
  "seek-back": "seek-back",
  violation: "violation",
  "leader-change": "new leader epoch",
};

function entriesOf(marks: readonly PlaneMark[]): readonly LegendEntry[] {
  const holds = marks.filter(({ of }) => of.kind === "hold");
  return [
    ...(holds.length > 0 ? [{ kind: "bar" as const, word: "a head held" }] : []),
    ...(holds.some(({ of }) => of.previewMs !== null)
      ? [{ kind: "preview" as const, word: "its preview" }]
      : []),
    ...annotationKinds.flatMap((kind): readonly LegendEntry[] => {
      const word = badgeWords[kind];
      const isThere = marks.some(({ of }) => of.kind === kind);
      return word !== undefined && isThere ? [{ kind: "badge", of: kind, word }] : [];
    }),
  ];
}

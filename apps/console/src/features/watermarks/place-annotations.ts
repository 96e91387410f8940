import { type Annotation, type AnnotationKind, annotationKinds } from "./annotations.ts";
import { type PlotScale, xOf } from "./plot-scale.ts";

/** Annotations of one kind that are too near to each other to be told apart are one mark, which says how many it is. */
export interface PlacedMark {
  readonly kind: AnnotationKind;
  /** In pixels from the left edge of the plot; within it. */
  readonly left: number;
  readonly right: number;
  /** Oldest first; at least one. */
  readonly of: readonly Annotation[];
}

/** A mark with its shape takes so much, and a finger as well. */
export const markPixels = 14;
const digitPixels = 7;
/** Between the count of one mark and the shape of the next. */
const apartPixels = 4;

/** What a mark takes with the count beside its shape, as the text of the page is at most. */
export function labelWidth({ of }: Pick<PlacedMark, "of">): number {
  return of.length === 1 ? markPixels : markPixels + String(of.length).length * digitPixels + apartPixels;
}

/** A row of marks for each kind, each left of the next one with none, nor its count, over another. */
export function placeAnnotations(
  annotations: readonly Annotation[],
  scale: PlotScale,
): ReadonlyMap<AnnotationKind, readonly PlacedMark[]> {
  const { fromMs, toMs } = scale.span;
  const rows = new Map<AnnotationKind, PlacedMark[]>(annotationKinds.map((kind) => [kind, []]));
  for (const annotation of annotations.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const untilMs = annotation.untilMs ?? toMs;
    if (untilMs < fromMs || annotation.fromMs > toMs) continue;
    const left = Math.max(0, xOf(scale, Math.max(fromMs, annotation.fromMs)));
    const right = Math.min(scale.width, xOf(scale, Math.min(toMs, untilMs)));
    const row = rows.get(annotation.kind) ?? [];
    place(row, { kind: annotation.kind, left, right, of: [annotation] }, scale.width);
  }
  return rows;
}

/** After those of a row, or as one with its last ones: a mark moves to the left where there is no room for its count. */
function place(row: PlacedMark[], mark: PlacedMark, width: number): void {
  const placed = { ...mark, left: Math.max(0, Math.min(mark.left, width - labelWidth(mark))) };
  const before = row.at(-1);
  if (before === undefined || placed.left >= Math.max(before.right, before.left + labelWidth(before))) {
    row.push(placed);
    return;
  }
  row.pop();
  const right = Math.max(before.right, placed.right);
  place(row, { ...before, right, of: [...before.of, ...mark.of] }, width);
}

/** What a mark says of itself, whole. */
export function wordsOfMark({ of }: PlacedMark): string {
  const named = of.slice(0, 3).map(({ label }) => label);
  const more = of.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

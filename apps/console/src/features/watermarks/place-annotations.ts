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

/** A row of marks for each kind, each left of the next one with no two over each other. */
export function placeAnnotations(
  annotations: readonly Annotation[],
  scale: PlotScale,
): ReadonlyMap<AnnotationKind, readonly PlacedMark[]> {
  const { fromMs, toMs } = scale.span;
  const rows = new Map<AnnotationKind, PlacedMark[]>(annotationKinds.map((kind) => [kind, []]));
  for (const annotation of annotations.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const untilMs = annotation.untilMs ?? toMs;
    if (untilMs < fromMs || annotation.fromMs > toMs) continue;
    const row = rows.get(annotation.kind) ?? [];
    const left = Math.max(0, xOf(scale, Math.max(fromMs, annotation.fromMs)));
    const right = Math.min(scale.width, xOf(scale, Math.min(toMs, untilMs)));
    const before = row.at(-1);
    if (before !== undefined && left < Math.max(before.right, before.left + markPixels)) {
      row[row.length - 1] = {
        ...before,
        right: Math.max(before.right, right),
        of: [...before.of, annotation],
      };
    } else row.push({ kind: annotation.kind, left, right, of: [annotation] });
  }
  return rows;
}

/** What a mark says of itself, whole. */
export function wordsOfMark({ of }: PlacedMark): string {
  const named = of.slice(0, 3).map(({ label }) => label);
  const more = of.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

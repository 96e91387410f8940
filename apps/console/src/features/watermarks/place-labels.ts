/** Labels at the right end of lines, none over another. */
export interface EndLabel {
  readonly name: string;
  /** Where its line ends, in pixels from the top. */
  readonly y: number;
}

/** A line of text takes so much. */
export const labelPixels = 14;

/**
 * Each label as near to the end of its line as the others let it, in the order of the lines' ends. Those first in the
 * list are the more important: where there is no room for all, the last ones have none.
 */
export function placeLabels(labels: readonly EndLabel[], height: number): readonly EndLabel[] {
  const fitting = labels.slice(0, Math.max(1, Math.floor(height / labelPixels)));
  const inOrder = fitting.toSorted((a, b) => a.y - b.y);
  const down: EndLabel[] = [];
  let lowest = labelPixels / 2;
  for (const label of inOrder) {
    const y = Math.max(lowest, label.y);
    down.push({ ...label, y });
    lowest = y + labelPixels;
  }
  let highest = height - labelPixels / 2;
  return down
    .toReversed()
    .map((label) => {
      const y = Math.min(highest, label.y);
      highest = y - labelPixels;
      return { ...label, y };
    })
    .toReversed();
}

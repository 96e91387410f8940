/** How a line is drawn. */
export interface LineStyle {
  /** A token of the page. */
  readonly colour: string;
  readonly width: number;
  /** Lengths of strokes and gaps; empty: it is solid. */
  readonly dash: readonly number[];
  /** Where it lies: below the global line, over it, or over all. */
  readonly layer: "below" | "over" | "top";
}

export interface Marked {
  readonly heldBackBy: string | undefined;
  readonly held: ReadonlySet<string>;
  readonly idle: ReadonlySet<string>;
}

export const globalStyle: LineStyle = { colour: "var(--n-12)", width: 2.5, dash: [], layer: "below" };
/** The diagonal of the plane, with strokes of its own: an idle line has dots. */
export const nowStyle: LineStyle = { colour: "var(--n-9)", width: 1, dash: [8, 3, 1, 3], layer: "below" };

const holder: LineStyle = { colour: "var(--waiting)", width: 1.5, dash: [6, 4], layer: "top" };
const held: LineStyle = { colour: "var(--held)", width: 1.5, dash: [2, 2], layer: "over" };
const idle: LineStyle = { colour: "var(--n-9)", width: 1, dash: [1, 4], layer: "below" };
const plain: LineStyle = { colour: "var(--n-9)", width: 1, dash: [], layer: "below" };

/**
 * Thin neutral lines; the one that holds the others back dashed over the global one, which runs where it does; stroke as
 * well as colour for each.
 */
export function lineStyles(names: readonly string[], marked: Marked): readonly LineStyle[] {
  return names.map((name) => styleOf(name, marked));
}

/**
 * In which order lines are drawn, the last one over all others: the one that holds the others back is hidden by none.
 *
 * @returns places of the lines; `undefined` is the global one.
 */
export function drawOrder(styles: readonly LineStyle[]): readonly (number | undefined)[] {
  const placesOf = (layer: LineStyle["layer"]): readonly number[] =>
    styles.flatMap((style, line) => (style.layer === layer ? [line] : []));
  return [...placesOf("below"), undefined, ...placesOf("over"), ...placesOf("top")];
}

export function styleOf(name: string, marked: Marked): LineStyle {
  if (name === marked.heldBackBy) return holder;
  if (marked.held.has(name)) return held;
  return marked.idle.has(name) ? idle : plain;
}

/** How a line is drawn. */
export interface LineStyle {
  /** A token of the page. */
  readonly colour: string;
  readonly width: number;
  /** Lengths of strokes and gaps; empty: it is solid. */
  readonly dash: readonly number[];
  /** Marked lines lie over the global one, the others below it. */
  readonly isMarked: boolean;
}

export interface Marked {
  readonly heldBackBy: string | undefined;
  readonly held: ReadonlySet<string>;
  readonly idle: ReadonlySet<string>;
}

export const globalStyle: LineStyle = { colour: "var(--n-12)", width: 2.5, dash: [], isMarked: false };

const holder: LineStyle = { colour: "var(--waiting)", width: 1.5, dash: [6, 4], isMarked: true };
const held: LineStyle = { colour: "var(--held)", width: 1.5, dash: [2, 2], isMarked: true };
const idle: LineStyle = { colour: "var(--n-9)", width: 1, dash: [1, 4], isMarked: false };
const plain: LineStyle = { colour: "var(--n-9)", width: 1, dash: [], isMarked: false };

/**
 * Thin neutral lines; the one that holds the others back dashed over the global one, which runs where it does; stroke as
 * well as colour for each.
 */
export function lineStyles(names: readonly string[], marked: Marked): readonly LineStyle[] {
  return names.map((name) => styleOf(name, marked));
}

export function styleOf(name: string, marked: Marked): LineStyle {
  if (name === marked.heldBackBy) return holder;
  if (marked.held.has(name)) return held;
  return marked.idle.has(name) ? idle : plain;
}

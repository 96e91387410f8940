import type { PlotBox } from "./axes.tsx";
import type { Column } from "./chart-frame.ts";
import type { DrawnFrame } from "./chart-view.ts";
import { type Marked, styleOf } from "./line-styles.ts";
import { placeLabels } from "./place-labels.ts";
import { type PlotScale, yOf } from "./plot-scale.ts";

/** With more lines than this only those that stand out are named at their ends. */
const namedMax = 8;
const labelLetters = 14;

/** The names of the lines at their right ends. */
export function EndLabels({
  box,
  scale,
  drawn,
  names,
  marked,
}: {
  readonly box: PlotBox;
  readonly scale: PlotScale;
  readonly drawn: DrawnFrame;
  readonly names: readonly string[];
  readonly marked: Marked;
}) {
  const endOf = (column: Column | undefined): number | undefined => {
    const value = column?.findLast((each) => each !== null);
    return value === undefined || value === null
      ? undefined
      : Math.min(Math.max(yOf(scale, value), 6), scale.height - 6);
  };
  const importance = (name: string): number =>
    name === marked.heldBackBy ? 0 : marked.held.has(name) ? 1 : marked.idle.has(name) ? 3 : 2;
  const candidates = names
    .map((name, line) => ({ name, y: endOf(drawn.lines[line]), rank: importance(name) }))
    .filter(({ rank }) => names.length <= namedMax || rank < 2)
    .sort((a, b) => a.rank - b.rank);
  const labels = placeLabels(
    [{ name: "global", y: endOf(drawn.global), rank: 0 }, ...candidates]
      .flatMap(({ name, y }) => (y === undefined ? [] : [{ name, y }]))
      .slice(0, namedMax + 1),
    scale.height,
  );
  return (
    <g>
      {labels.map(({ name, y }) => (
        <text
          key={name}
          data-end-label={name}
          x={box.left + box.width + 6}
          y={box.top + y + 4}
          className={`text-[11px] ${name === "global" ? "font-semibold" : ""}`}
          fill={name === "global" ? "var(--n-12)" : textColour(styleOf(name, marked).colour)}
        >
          <title>{name}</title>
          {name.length <= labelLetters ? name : `…${name.slice(1 - labelLetters)}`}
        </text>
      ))}
    </g>
  );
}

/** What is light enough for a line is too light for its name. */
function textColour(colour: string): string {
  return colour === "var(--n-9)" ? "var(--n-10)" : colour;
}

import type { Shown } from "../lib/format/shown.ts";

/** What a number is and where it came from. Tests and scripts read it off the page. */
export interface Figure {
  /** The name of the field on the wire. */
  readonly column: string;
  /** The tick that it came from. */
  readonly sequence: string;
  /** The value as the wire has it; `null` where it has none. */
  readonly value: string | number | null;
  readonly shown: Shown;
}

/** The attributes that tie an element to one value of one tick. */
export function figureAttributes({ column, sequence, value, shown }: Figure) {
  return {
    "data-column": column,
    "data-sequence": sequence,
    ...(value === null ? { "data-absent": "" } : { "data-value": String(value) }),
    title: shown.title,
  };
}

/** A number in a line of text or a block. */
export function FigureText({
  figure,
  className = "",
}: {
  readonly figure: Figure;
  readonly className?: string;
}) {
  return (
    <span {...figureAttributes(figure)} className={`${figure.shown.absent ? "text-quiet" : ""} ${className}`}>
      {figure.shown.text}
      {figure.shown.absent && <span className="sr-only"> ({figure.shown.title})</span>}
    </span>
  );
}

/** A number in a table. */
export function FigureCell({
  figure,
  partition,
  className = "",
}: {
  readonly figure: Figure;
  readonly partition?: string;
  readonly className?: string;
}) {
  return (
    <td
      {...figureAttributes(figure)}
      data-partition={partition}
      className={`number ${figure.shown.absent ? "text-quiet" : ""} ${className}`}
    >
      {figure.shown.text}
    </td>
  );
}

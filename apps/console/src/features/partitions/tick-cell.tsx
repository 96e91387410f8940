import { memo, type ReactNode } from "react";
import type { Figure } from "../../ui/number-cell.tsx";

interface CellProps {
  readonly column: string;
  readonly partition: string;
  readonly value: string | number | null;
  readonly text: string;
  readonly title: string;
  readonly className: string;
}

/**
 * A number of a row. Which tick it is of stands on its row, so that a cell whose number is as it was is left alone: of
 * thousands of cells a second those that changed are drawn.
 */
const Cell = memo(function Cell({ column, partition, value, text, title, className }: CellProps) {
  return (
    <td
      data-column={column}
      data-partition={partition}
      {...(value === null ? { "data-absent": "" } : { "data-value": String(value) })}
      title={title}
      className={`number ${value === null ? "text-quiet" : ""} ${className}`}
    >
      {text}
    </td>
  );
});

export function TickCell({
  figure: { column, value, shown },
  partition,
  className = "",
}: {
  readonly figure: Figure;
  readonly partition: string;
  readonly className?: string;
}): ReactNode {
  return (
    <Cell
      column={column}
      partition={partition}
      value={value}
      text={shown.text}
      title={shown.title}
      className={className}
    />
  );
}

/** The same within a cell that has more than one number. */
export const TickText = memo(function TickText({
  column,
  partition,
  value,
  text,
  title,
  className = "",
}: Omit<CellProps, "className"> & { readonly className?: string }) {
  return (
    <span
      data-column={column}
      data-partition={partition}
      {...(value === null ? { "data-absent": "" } : { "data-value": String(value) })}
      title={title}
      className={`${value === null ? "text-quiet" : ""} ${className}`}
    >
      {text}
    </span>
  );
});

export function textOf({ column, value, shown: { text, title } }: Figure) {
  return { column, value, text, title };
}

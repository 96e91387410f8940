import { nextSort, type PartitionSort } from "./sort.ts";
import { shownColumns } from "./table-columns.tsx";

/** The heads of the columns, each a button that puts the rows in its order; they stay in sight. */
export function TableHead({
  sort,
  onSort,
}: {
  readonly sort: PartitionSort;
  readonly onSort: (sort: PartitionSort) => void;
}) {
  return (
    <thead>
      <tr>
        {shownColumns.map(({ id, word, means, isNumber }) => {
          const isSorted = sort.column === id;
          const arrow = (
            <span
              aria-hidden="true"
              className={`inline-block w-3 ${isNumber ? "text-left" : "text-right"} ${isSorted ? "" : "opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100"}`}
            >
              {(isSorted ? sort : nextSort(sort, id)).desc ? "↓" : "↑"}
            </span>
          );
          return (
            <th
              key={id}
              scope="col"
              title={means}
              aria-sort={isSorted ? (sort.desc ? "descending" : "ascending") : "none"}
              className={`sticky top-0 bg-bg ${id === "partition" ? "left-0 z-30" : "z-20"} ${isNumber ? "number" : ""}`}
            >
              <button
                type="button"
                onClick={() => onSort(nextSort(sort, id))}
                className={`group/sort h-7 ${isSorted ? "text-ink" : "hover:text-ink"}`}
              >
                {isNumber && arrow}
                {word}
                {!isNumber && arrow}
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

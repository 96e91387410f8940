/** What TanStack Table is told of partitions: its columns, how they sort, and what is looked for. Headless and pure. */
import type { PartitionState, PartitionWatermark } from "@stoatflow/engine/wire";
import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  type Row,
  rowPinningFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
} from "@tanstack/react-table";
import { partitionName } from "../../live/append-tick.ts";
import { type SortColumn, sortColumns, sortValueOf } from "./sort.ts";

/** A partition as it was when the rows were last put in order, and its place in the list of the tick. */
export interface OrderedPartition {
  readonly partition: PartitionWatermark;
  readonly name: string;
  readonly place: number;
}

export const features = tableFeatures({
  columnFilteringFeature,
  rowPinningFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

export type PartitionTableRow = Row<typeof features, OrderedPartition>;

const helper = createColumnHelper<typeof features, OrderedPartition>();

/** Where the app lists a partition: `orders-10` comes after `orders-9`. */
const byPlace = (a: PartitionTableRow, b: PartitionTableRow): number => a.original.place - b.original.place;

export const columns = helper.columns([
  helper.accessor("name", {
    id: "partition",
    sortFn: byPlace,
    filterFn: (row, _column, text: string) => row.original.name.toLowerCase().includes(text.toLowerCase()),
  }),
  helper.accessor("partition.topic", {
    id: "topic",
    filterFn: (row, _column, topic: string) => row.original.partition.topic === topic,
  }),
  helper.accessor("partition.state", {
    id: "state",
    sortFn: sortFn_basic,
    filterFn: (row, _column, states: readonly PartitionState[]) =>
      states.includes(row.original.partition.state),
  }),
  ...sortColumns
    .filter((column) => column !== "partition" && column !== "state")
    .map((column) =>
      helper.accessor(({ partition }) => sortValueOf(partition, column), {
        id: column,
        sortFn: sortFn_basic,
        sortUndefined: "last",
      }),
    ),
]);

export interface PartitionFilter {
  /** Part of the name, upper and lower case alike; empty: any. */
  readonly text: string;
  /** Empty: any. */
  readonly states: readonly PartitionState[];
  /** `null`: any. */
  readonly topic: string | null;
}

/** The state of the table for what an address says. */
export function tableState(
  { text, states, topic }: PartitionFilter,
  sort: { readonly column: SortColumn; readonly desc: boolean },
  pinned: string | undefined,
) {
  return {
    sorting: [{ id: sort.column, desc: sort.desc }],
    columnFilters: [
      ...(text === "" ? [] : [{ id: "partition", value: text }]),
      ...(topic === null ? [] : [{ id: "topic", value: topic }]),
      ...(states.length === 0 ? [] : [{ id: "state", value: states }]),
    ],
    rowPinning: { top: pinned === undefined ? [] : [pinned], bottom: [] },
  };
}

/** The rows of a tick for the table. */
export function orderedPartitions(partitions: readonly PartitionWatermark[]): OrderedPartition[] {
  return partitions.map((partition, place) => ({ partition, name: partitionName(partition), place }));
}

export function getRowId({ name }: OrderedPartition): string {
  return name;
}

/** A partition of a list as it is in the newest one: as a rule at the same place. */
export function partitionNow(
  newest: readonly PartitionWatermark[],
  { partition: { topic, partition }, place }: OrderedPartition,
): PartitionWatermark | undefined {
  const isIt = (each: PartitionWatermark | undefined): boolean =>
    each !== undefined && each.partition === partition && each.topic === topic;
  const there = newest[place];
  return isIt(there) ? there : newest.find(isIt);
}

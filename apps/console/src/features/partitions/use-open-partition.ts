"use client";

import { useSearchParams } from "next/navigation";
import { createSerializer, useQueryStates } from "nuqs";
import { partitionsSearchParams } from "../../app/apps/[id]/partitions/search-params.ts";

const toSearch = createSerializer(partitionsSearchParams);

/** The partition that is open beside the table, as the address has it: going back closes it. */
export function useOpenPartition() {
  const [{ partition: open }, setParams] = useQueryStates(partitionsSearchParams);
  const search = useSearchParams();
  return {
    open,
    hrefOf: (name: string): string => toSearch(search, { partition: name, at: null }),
    setOpen: (name: string | null): void =>
      void setParams({ partition: name, at: null }, { history: "push" }),
  };
}

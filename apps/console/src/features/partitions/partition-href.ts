import { createSerializer } from "nuqs";
import { partitionsSearchParams } from "../../app/apps/[id]/partitions/search-params.ts";
import { appHref } from "../../lib/app-href.ts";

const { partition, at } = partitionsSearchParams;
const toSearch = createSerializer({ partition, at });

/** Where one partition is, below the address of its app: live, or as it was at `atMs`. */
export function partitionPath(name: string, atMs: number | null): string {
  return `/partitions${toSearch({ partition: name, at: atMs })}`;
}

/**
 * Where one partition of an app is: live, or as it was at `atMs`.
 *
 * @example partitionHref("orders", "orders-3", null) === "/apps/orders/partitions?partition=orders-3"
 */
export function partitionHref(appId: string, name: string, atMs: number | null): string {
  return appHref(appId) + partitionPath(name, atMs);
}

"use client";

import Link from "next/link";
import { createSerializer } from "nuqs";
import { partitionsSearchParams } from "../../app/apps/[id]/partitions/search-params.ts";
import { useAppId } from "../../live/live-app.tsx";

const { partition, at } = partitionsSearchParams;
const toSearch = createSerializer({ partition, at });

/**
 * The name of a partition, which leads to it: live, or as it was at `atMs`.
 *
 * @example <PartitionLink name="orders-3" atMs={violation.atMs} />
 */
export function PartitionLink({
  name,
  atMs = null,
  className = "",
}: {
  readonly name: string;
  readonly atMs?: number | null;
  readonly className?: string;
}) {
  const home = `/apps/${encodeURIComponent(useAppId())}/partitions`;
  return (
    <Link
      href={home + toSearch({ partition: name, at: atMs })}
      title={name}
      className={`font-mono text-12 hover:underline ${className}`}
    >
      {name}
    </Link>
  );
}

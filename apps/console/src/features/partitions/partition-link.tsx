"use client";

import Link from "next/link";
import { useAppId } from "../../live/live-app.tsx";
import { partitionHref } from "./partition-href.ts";

/**
 * The name of a partition, which leads to it: live, or as it was at `atMs`.
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
  const appId = useAppId();
  return (
    <Link
      href={partitionHref(appId, name, atMs)}
      title={name}
      className={`font-mono text-12 hover:underline ${className}`}
    >
      {name}
    </Link>
  );
}

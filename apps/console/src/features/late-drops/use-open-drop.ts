"use client";

import type { LateDropEntry } from "@stoatflow/api";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useAppId } from "../../live/live-app.tsx";
import { useTRPC, useTRPCClient } from "../../trpc/context.ts";
import { type DropTail, dropName } from "./drop-tail.ts";

/** The drop that is open. */
export type OpenDrop =
  | { readonly kind: "none" }
  | { readonly kind: "open"; readonly drop: LateDropEntry }
  /** A link names it, and it is looked for. */
  | { readonly kind: "searching" }
  | { readonly kind: "not-found" };

/**
 * The drop that a link names: of the list where it is in it, else by the moment at which it was dropped, in memory and
 * among those that were written down. Without a link the newest at the first look is open, and stays open: a record does
 * not change under its reader.
 */
export function useOpenDrop(name: string | null, atMs: number | null, tail: DropTail | undefined): OpenDrop {
  const client = useTRPCClient();
  const appId = useAppId();
  const seen = useRef<LateDropEntry>(undefined);
  const [newest] = tail?.rows ?? [];
  const listed = tail?.rows.find((row) => dropName(row) === name);
  if (listed !== undefined) seen.current = listed;
  else if (name === null) seen.current ??= newest;
  const known = seen.current !== undefined && (name === null || dropName(seen.current) === name);
  const { data, isFetching } = useQuery({
    queryKey: ["open", ...useTRPC().lateDrops.pathKey(), appId, name, atMs],
    enabled: name !== null && atMs !== null && !known,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      if (atMs === null) return null;
      const filter = { fromMs: atMs, untilMs: atMs + 1 };
      for (const from of ["collector", "history"] as const) {
        const page = await client.lateDrops.list.query({ appId, from, filter, limit: 200 }, { signal });
        const found = page.items.find((item) => dropName(item) === name);
        if (found !== undefined) return found;
      }
      return null;
    },
  });
  if (known && seen.current !== undefined) return { kind: "open", drop: seen.current };
  if (name === null) return { kind: "none" };
  if (data !== undefined && data !== null) return { kind: "open", drop: data };
  return isFetching || tail === undefined ? { kind: "searching" } : { kind: "not-found" };
}

"use client";

import type { LateDropEntry } from "@stoatflow/api";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useAppId } from "../../live/live-app.tsx";
import { useTRPC, useTRPCClient } from "../../trpc/context.ts";
import { type DropTail, dropName } from "./drop-tail.ts";
import { type FoundDrop, findDrop } from "./find-drop.ts";

/** The drop that is open. */
export type OpenDrop =
  | { readonly kind: "none" }
  | { readonly kind: "open"; readonly drop: LateDropEntry }
  /** A link names it, and it is looked for. */
  | { readonly kind: "searching" }
  /** It could not be looked for, or not in all there is. */
  | { readonly kind: "failed"; readonly message: string; readonly again: () => void }
  | Extract<FoundDrop, { kind: "not-found" }>;

/**
 * The drop that a link names: of the list where it is in it, else wherever {@link findDrop} finds it. Without a link the
 * newest at the first look is open, and stays open: a record does not change under its reader.
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
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["open", ...useTRPC().lateDrops.pathKey(), appId, name, atMs],
    enabled: name !== null && !known,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      findDrop((asked) => client.lateDrops.list.query({ appId, ...asked }, { signal }), name ?? "", atMs),
  });
  if (known && seen.current !== undefined) return { kind: "open", drop: seen.current };
  if (name === null) return { kind: "none" };
  if (data?.kind === "open") return data;
  if (isFetching) return { kind: "searching" };
  if (error !== null) return { kind: "failed", message: error.message, again: () => void refetch() };
  return data ?? { kind: "searching" };
}

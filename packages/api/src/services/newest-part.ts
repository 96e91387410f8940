import type { FeedSnapshot } from "@stoatflow/engine/wire";
import type { ApiContext } from "../context.ts";

/** A part of an app's newest tick, with which tick it is of. @throws {ApiError} `unknown-app` */
export function newestPart<Part extends "lanes" | "commits">(
  { clock, collectors }: ApiContext,
  appId: string,
  part: Part,
) {
  const newest = collectors.get(appId).newest();
  const serverNowMs = clock.nowMs();
  if (newest === undefined) return { tick: null, serverNowMs };
  const { bootId, sequence, atMs } = newest.snapshot;
  const told: FeedSnapshot[Part] = newest.snapshot[part];
  return { tick: { ...told, bootId, sequence, atMs, receivedAtMs: newest.receivedAtMs }, serverNowMs };
}

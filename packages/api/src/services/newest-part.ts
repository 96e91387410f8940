import type { ApiContext } from "../context.ts";
import type { AppSnapshot } from "../wire/index.ts";

/**
 * A part of an app's newest tick, with which tick it is of.
 *
 * @param partOf makes it; what an instance told alone is of that instance.
 * @throws {ApiError} `unknown-app`
 */
export function newestPart<Part extends object>(
  { clock, collectors }: ApiContext,
  appId: string,
  partOf: (snapshot: AppSnapshot) => Part,
) {
  const newest = collectors.get(appId).newest();
  const serverNowMs = clock.nowMs();
  if (newest === undefined) return { tick: null, serverNowMs };
  const { snapshot, receivedAtMs } = newest;
  const { bootId, sequence, atMs } = snapshot;
  return { tick: { ...partOf(snapshot), bootId, sequence, atMs, receivedAtMs }, serverNowMs };
}

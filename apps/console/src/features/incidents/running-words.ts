import type { Incident } from "@stoatflow/engine/wire";
import { formatDuration } from "../../lib/format/duration.ts";
import { visibleText } from "../../lib/format/visible-text.ts";

/** Since when an incident is on, by whom, and when it ends by itself; by the app's clock. */
export function runningWords(
  { actor, sinceMs, endsAtMs }: NonNullable<Incident["running"]>,
  atMs: number,
): string {
  const since = atMs - sinceMs < 1000 ? "just now" : `${formatDuration(atMs - sinceMs)} ago`;
  const leftMs = endsAtMs - atMs;
  const end = leftMs > 0 ? `ends by itself in ${formatDuration(leftMs)}` : "it is over by now";
  return `Begun ${since} by ${visibleText(actor)}; ${end}.`;
}

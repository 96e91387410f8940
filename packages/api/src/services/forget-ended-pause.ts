import type { ApiContext } from "../context.ts";

/** The pause is told no more, and whoever watches the app learns that at once, though no tick comes. */
export function forgetEndedPause(
  { collectors, pauses }: Pick<ApiContext, "collectors" | "pauses">,
  appId: string,
  pauseId: string,
): void {
  pauses.forget(appId, pauseId);
  collectors
    .list()
    .find(({ id }) => id === appId)
    ?.announce();
}

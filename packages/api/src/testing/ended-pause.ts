/** An app that ana had paused and that was started again: a pause that nobody ended. */
import type { PauseReason } from "@stoatflow/engine/wire";
import { startMs } from "./bodies.ts";
import { until } from "./collecting.ts";
import type { controlling } from "./controlling.ts";

export const anasReason: PauseReason = {
  kind: "operator",
  actor: "ana",
  reason: "deploy",
  sinceMs: startMs,
  expiresAtMs: null,
};

/** The app is paused and then started again; what is told of that is not waited for. */
export async function restartWhilePaused(
  at: Pick<Awaited<ReturnType<typeof controlling>>, "engine" | "collectors">,
): Promise<void> {
  at.engine("orders").tick({
    status: { lifecycle: { kind: "paused", sinceMs: startMs }, pauseReasons: [anasReason] },
  });
  await until(
    () => at.collectors.get("orders").summary(),
    ({ lifecycle }) => lifecycle?.kind === "paused",
  );
  at.engine("orders").restart({ bootId: "boot2", status: { startedAtMs: startMs + 60_000 } });
}

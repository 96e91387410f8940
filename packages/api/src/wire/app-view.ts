import { z } from "zod";
import { appSnapshot } from "./app-snapshot.ts";
import { listedApp } from "./app-summary.ts";

/** Everything of one app at one tick: what `apps.watch` brings. `summary` and `snapshot` are of the same tick. */
export const appView = z.object({
  summary: listedApp,
  snapshot: appSnapshot.nullable(),
  receivedAtMs: z.int().nullable(),
  /** Wall clock of the collector when it sent this, so that an age needs no clock of the browser. */
  serverNowMs: z.int(),
});
export type AppView = z.infer<typeof appView>;

import { router } from "../trpc.ts";
import { appsRouter } from "./apps.ts";
import { auditRouter } from "./audit.ts";
import { commitsRouter } from "./commits.ts";
import { controlRouter } from "./control.ts";
import { diagnosisRouter } from "./diagnosis.ts";
import { historyRouter } from "./history.ts";
import { holdsRouter } from "./holds.ts";
import { incidentsRouter } from "./incidents.ts";
import { lanesRouter } from "./lanes.ts";
import { lateDropsRouter } from "./late-drops.ts";
import { liveRouter } from "./live.ts";
import { timeRouter } from "./time.ts";
import { topologyRouter } from "./topology.ts";
import { violationsRouter } from "./violations.ts";
import { watermarksRouter } from "./watermarks.ts";

/** Everything that a page may ask. 64-bit integers are decimal text, so no transformer is needed. */
export const appRouter = router({
  apps: appsRouter,
  live: liveRouter,
  watermarks: watermarksRouter,
  holds: holdsRouter,
  incidents: incidentsRouter,
  diagnosis: diagnosisRouter,
  lateDrops: lateDropsRouter,
  violations: violationsRouter,
  lanes: lanesRouter,
  commits: commitsRouter,
  history: historyRouter,
  topology: topologyRouter,
  control: controlRouter,
  audit: auditRouter,
  time: timeRouter,
});
export type AppRouter = typeof appRouter;

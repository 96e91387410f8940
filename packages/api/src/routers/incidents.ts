import { z } from "zod";
import { listIncidents } from "../services/list-incidents.ts";
import { simulateIncident } from "../services/simulate-incident.ts";
import { procedure, router } from "../trpc.ts";
import { incidentList, simulated, simulateRequest } from "../wire/index.ts";
import { appId } from "./input.ts";

/** Simulated incidents, of apps with the capability `incidents` alone: those of the demo. */
export const incidentsRouter = router({
  list: procedure
    .input(z.strictObject({ appId }))
    .output(incidentList)
    .query(({ ctx, input, signal }) => listIncidents(ctx, input.appId, signal)),
  begin: procedure
    .input(simulateRequest)
    .output(simulated)
    .mutation(({ ctx, input }) => simulateIncident(ctx, "begin", input)),
  end: procedure
    .input(simulateRequest)
    .output(simulated)
    .mutation(({ ctx, input }) => simulateIncident(ctx, "end", input)),
});

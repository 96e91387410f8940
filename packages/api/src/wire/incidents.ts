import { incident, incidentAnswer, incidentsMax } from "@stoatflow/engine/wire";
import { z } from "zod";
import { audited } from "./audit.ts";
import { givenText, storedText } from "./stored-text.ts";

/** What an app can be made to suffer, and what of it is on; times are the app's. */
export const incidentList = z.object({
  items: z.array(incident).max(incidentsMax),
  /** The app's clock at the answer. */
  atMs: z.int(),
});
export type IncidentList = z.infer<typeof incidentList>;

export const simulateRequest = z.strictObject({
  appId: storedText(64),
  name: incident.shape.name,
  actor: givenText(200),
});
export type SimulateRequest = z.infer<typeof simulateRequest>;

export const simulated = incidentAnswer.extend({
  /** Its row of the audit. */
  auditId: z.string(),
  audited,
});
export type Simulated = z.infer<typeof simulated>;

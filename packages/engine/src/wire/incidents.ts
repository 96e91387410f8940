import { z } from "zod";
import { envelope, timeMs } from "./envelope.ts";

/** The most incidents that one app can simulate. */
export const incidentsMax = 32;

/** An incident that an app can be made to have, told only with the capability `incidents`. */
export const incident = z.object({
  /** As in its address, e.g. `late-burst`. */
  name: z.string().regex(/^[a-z0-9-]{1,64}$/),
  title: z.string().min(1).max(120),
  /** What happens while it is on. */
  happens: z.string().min(1).max(600),
  /** Where that shows. */
  lookAt: z.string().min(1).max(600),
  /** `null`: it is not on. */
  running: z
    .object({
      actor: z.string().min(1).max(200),
      sinceMs: timeMs,
      /** It ends by itself then. */
      endsAtMs: timeMs,
    })
    .nullable(),
});
export type Incident = z.infer<typeof incident>;

/** Answered at `GET /incidents`. */
export const incidentsBody = envelope.extend({ items: z.array(incident).max(incidentsMax) });
export type IncidentsBody = z.infer<typeof incidentsBody>;

/** The body of `POST /incidents/NAME`, which begins one, and of `DELETE`, which ends it. */
export const incidentRequest = z.strictObject({ actor: z.string().min(1).max(200) });
export type IncidentRequest = z.infer<typeof incidentRequest>;

/** What happened. To begin one that is on, or to end one that is not, changes nothing and says so. */
export const incidentAnswer = z.object({ result: z.enum(["begun", "ended", "unchanged"]), incident });
export type IncidentAnswer = z.infer<typeof incidentAnswer>;

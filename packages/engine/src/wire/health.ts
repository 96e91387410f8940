import { z } from "zod";
import { envelope } from "./envelope.ts";
import { lifecycle } from "./status.ts";

/** The body of `GET /health/live`: that it was answered is the answer. */
export const livenessBody = envelope.extend({ live: z.literal(true) });
export type LivenessBody = z.infer<typeof livenessBody>;

/** The body of `GET /health/ready`: 200 where `ready`, else 503, and the lifecycle says why. */
export const readinessBody = envelope.extend({ ready: z.boolean(), lifecycle });
export type ReadinessBody = z.infer<typeof readinessBody>;

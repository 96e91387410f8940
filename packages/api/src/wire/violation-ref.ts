import { offsetText } from "@stoatflow/engine/wire";
import { z } from "zod";

/** The run of an app, and a violation within it. */
export const violationRef = z.object({ bootId: z.string().min(1).max(64), id: offsetText });
export type ViolationRef = z.infer<typeof violationRef>;

/** The most violations that one call acknowledges. */
export const acknowledgedAtOnceMax = 200;

import { lanes } from "@stoatflow/engine/wire";
import type { z } from "zod";
import { tickPart } from "./tick-part.ts";

/** The lanes at the newest tick. */
export const liveLanes = tickPart(lanes);
export type LiveLanes = z.infer<typeof liveLanes>;

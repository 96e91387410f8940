import { lanes, lanesMax } from "@stoatflow/engine/wire";
import { z } from "zod";
import { appLane } from "./app-snapshot.ts";
import { tickPart } from "./tick-part.ts";

const liveLane = appLane.required({ instanceId: true });

/** The lanes at the newest tick, those of each instance that works. */
export const liveLanes = tickPart(lanes.extend({ lanes: z.array(liveLane).max(lanesMax) }));
export type LiveLanes = z.infer<typeof liveLanes>;

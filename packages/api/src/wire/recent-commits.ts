import { commits } from "@stoatflow/engine/wire";
import type { z } from "zod";
import { tickPart } from "./tick-part.ts";

/** The newest epochs at the newest tick, newest first. */
export const recentCommits = tickPart(commits);
export type RecentCommits = z.infer<typeof recentCommits>;

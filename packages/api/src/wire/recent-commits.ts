import { commits, commitsMax } from "@stoatflow/engine/wire";
import { z } from "zod";
import { appCommit } from "./app-snapshot.ts";
import { tickPart } from "./tick-part.ts";

const recentCommit = appCommit.required({ instanceId: true });

/** The newest epochs at the newest tick, newest first, those of each instance that works. */
export const recentCommits = tickPart(commits.extend({ commits: z.array(recentCommit).max(commitsMax) }));
export type RecentCommits = z.infer<typeof recentCommits>;

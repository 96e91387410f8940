import { z } from "zod";
import { pastCommits } from "../services/past-commits.ts";
import { recentCommits } from "../services/recent-commits.ts";
import { procedure, router } from "../trpc.ts";
import { commitHistory, recentCommits as recentCommitsAnswer } from "../wire/index.ts";
import { pastQuery } from "./history-input.ts";
import { appId } from "./input.ts";

export const commitsRouter = router({
  recent: procedure
    .input(z.strictObject({ appId }))
    .output(recentCommitsAnswer)
    .query(({ ctx, input }) => recentCommits(ctx, input.appId)),
  history: procedure
    .input(pastQuery)
    .output(commitHistory)
    .query(({ ctx, input, signal }) => pastCommits(ctx, input, signal)),
});

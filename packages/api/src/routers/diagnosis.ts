import { z } from "zod";
import { diagnose } from "../services/diagnose.ts";
import { procedure, router } from "../trpc.ts";
import { diagnosis } from "../wire/diagnosis.ts";
import { appId } from "./input.ts";

export const diagnosisRouter = router({
  get: procedure
    .input(z.strictObject({ appId }))
    .output(diagnosis)
    .query(({ ctx, input }) => diagnose(ctx, input.appId)),
});

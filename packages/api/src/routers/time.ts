import { tellTime } from "../services/tell-time.ts";
import { procedure, router } from "../trpc.ts";
import { serverTime } from "../wire/index.ts";
import { nothing } from "./input.ts";

export const timeRouter = router({
  /** For `callerSkew`: how far the caller's clock is from the server's. */
  now: procedure
    .input(nothing)
    .output(serverTime)
    .query(({ ctx }) => tellTime(ctx)),
});

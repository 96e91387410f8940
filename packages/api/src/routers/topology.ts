import { topologyBody } from "@stoatflow/engine/wire";
import { z } from "zod";
import { getTopology } from "../services/get-topology.ts";
import { procedure, router } from "../trpc.ts";
import { appId } from "./input.ts";

export const topologyRouter = router({
  get: procedure
    .input(z.strictObject({ appId }))
    .output(topologyBody)
    .query(({ ctx, input }) => getTopology(ctx, input.appId)),
});

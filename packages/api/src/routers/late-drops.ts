import { z } from "zod";
import { lateDropFigures } from "../services/late-drop-figures.ts";
import { listLateDrops } from "../services/list-late-drops.ts";
import { procedure, router } from "../trpc.ts";
import {
  filteredLateDropPage,
  gracesMax,
  lateDropFilter,
  lateDropsFrom,
  lateDropFigures as shape,
} from "../wire/index.ts";
import { appId, pageInput } from "./input.ts";

const filter = lateDropFilter.default({});
const from = lateDropsFrom.default("collector");

export const lateDropsRouter = router({
  list: procedure
    .input(pageInput.extend({ from, filter }))
    .output(filteredLateDropPage)
    .query(({ ctx, input }) => listLateDrops(ctx, input)),
  figures: procedure
    .input(
      z.strictObject({
        appId,
        from,
        filter,
        /** Each is answered with what it would have kept. */
        gracesMs: z.array(z.int().min(0)).max(gracesMax).default([]),
      }),
    )
    .output(shape)
    .query(({ ctx, input }) => lateDropFigures(ctx, input)),
});

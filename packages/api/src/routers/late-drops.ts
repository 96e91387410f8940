import { offsetText } from "@stoatflow/engine/wire";
import { z } from "zod";
import { checkExpression } from "../services/check-expression.ts";
import { lateDropExportsOf } from "../services/late-drop-exports.ts";
import { lateDropFigures } from "../services/late-drop-figures.ts";
import { listLateDrops } from "../services/list-late-drops.ts";
import { readRecord } from "../services/read-record.ts";
import { procedure, router } from "../trpc.ts";
import {
  checkedExpression,
  expressionLengthMax,
  filteredLateDropPage,
  gracesMax,
  lateDropExports,
  lateDropFilter,
  lateDropsFrom,
  logRecord,
  lateDropFigures as shape,
} from "../wire/index.ts";
import { appId, nothing, pageInput } from "./input.ts";

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
  /** The whole record of a drop, of which only the first bytes were kept: from the log of the app, when it is asked for. */
  record: procedure
    .input(
      z.strictObject({
        appId,
        bootId: z.string().min(1).max(64),
        id: offsetText,
      }),
    )
    .output(logRecord)
    .query(({ ctx, input: { appId: of, ...ref }, signal }) => readRecord(ctx, of, ref, signal)),
  /** What is wrong with an expression, before it is used. */
  checkExpression: procedure
    .input(z.strictObject({ expression: z.string().min(1).max(expressionLengthMax) }))
    .output(checkedExpression)
    .query(({ input }) => checkExpression(input.expression)),
  /** Whether and how they can be saved as a file, which has an address of its own. */
  exports: procedure
    .input(nothing)
    .output(lateDropExports)
    .query(({ ctx }) => lateDropExportsOf(ctx)),
});

import { z } from "zod";
import { epochMs } from "../wire/epoch-ms.ts";
import {
  heatCellsMax,
  heatColumnsMax,
  heatRowsMax,
  historyLanesMax,
  historyPartitionsMax,
  historyPointsMax,
  marksMax,
} from "../wire/index.ts";
import { appId, pageInput } from "./input.ts";

/** The last millisecond that a date can name. */
const latestMs = 8_640_000_000_000_000;

/** By the app's clock, as all history is, in milliseconds since 1970. */
export const pastTimeMs = epochMs().min(0).max(latestMs);

const span = { fromMs: pastTimeMs, toMs: pastTimeMs };
const inOrder = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) => fromMs <= toMs;
const notInOrder = { message: "is before fromMs", path: ["toMs"] };

const query = z.strictObject({
  appId,
  ...span,
  maxPoints: z.int().min(10).max(historyPointsMax).default(600),
});

export const pastQuery = query.refine(inOrder, notInOrder);

export const pastWatermarksInput = query
  .extend({
    /** E.g. `orders-3`. @default those furthest behind at the end of the span */
    partitions: z
      .array(
        z
          .string()
          .regex(
            /^[A-Za-z0-9._-]{1,249}-\d{1,9}$/,
            "is no partition; write its topic and number, e.g. orders-3",
          ),
      )
      .max(historyPartitionsMax)
      .optional(),
  })
  .refine(inOrder, notInOrder);

/** Columns and rows beyond the cells that one answer holds are refused: which of the two is to be fewer is not guessed. */
export const heatmapInput = z
  .strictObject({
    appId,
    ...span,
    maxPoints: z.int().min(10).max(heatColumnsMax).default(120),
    maxRows: z.int().min(1).max(heatRowsMax).default(60),
  })
  .refine(inOrder, notInOrder)
  .refine(({ maxPoints, maxRows }) => maxPoints * maxRows <= heatCellsMax, {
    path: ["maxRows"],
    error: `times maxPoints is more than ${heatCellsMax} cells; ask for fewer of either`,
  });

export const pastLanesInput = query
  .extend({
    /** @default the first ones */
    lanes: z
      .array(
        z.strictObject({
          /** As the app's instances are called, e.g. in `lanes.live`. */
          instanceId: z.string().min(1).max(200),
          stage: z.int().min(1),
          lane: z.int().min(0),
        }),
      )
      .max(historyLanesMax)
      .optional(),
  })
  .refine(inOrder, notInOrder);

export const pastMarksInput = z
  .strictObject({ appId, ...span, limit: z.int().min(1).max(marksMax).default(100) })
  .refine(inOrder, notInOrder);

export const pastEventsInput = pageInput.extend(span).refine(inOrder, notInOrder);

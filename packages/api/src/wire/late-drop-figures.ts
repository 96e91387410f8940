import { z } from "zod";
import { freshness, lateDropPage } from "./entry-pages.ts";
import { epochMs } from "./epoch-ms.ts";
import { expressionLengthMax, notEvaluated } from "./late-drop-expression.ts";

/** The most values of grace that one question may name. */
export const gracesMax = 20;

/** The most operators that figures list, those with the most drops first. */
export const figureOperatorsMax = 50;

const text = z.string().min(1).max(200);

/**
 * Which late drops are meant: those that fulfil everything that is given.
 *
 * A payload is searched as it is held: text where it is UTF-8, hex where it is not, and only its first bytes where it
 * was cut. What does not match may thus still contain the text behind the cut.
 */
export const lateDropFilter = z
  .strictObject({
    operator: text.optional(),
    topic: z.string().min(1).max(249).optional(),
    /** Without `topic`: that partition of any topic. */
    partition: z.int().min(0).optional(),
    /** Of the key, with its case; a record without a key has none. */
    keyPrefix: text.optional(),
    /** Inclusive. */
    latenessMinMs: z.int().optional(),
    /** Inclusive. */
    latenessMaxMs: z.int().optional(),
    /** Dropped at this time of the app's wall clock or later, in milliseconds since 1970. */
    fromMs: epochMs().optional(),
    /** Dropped before this time. */
    untilMs: epochMs().optional(),
    /** Anywhere in the key, the value, or a header's name or value; upper and lower case are the same. */
    text: text.optional(),
    /** CEL over the names of `expressionVariables`; true or false. `lateDrops.checkExpression` tells what is wrong. */
    expression: z.string().min(1).max(expressionLengthMax).optional(),
  })
  .refine(
    ({ latenessMinMs: min, latenessMaxMs: max }) => min === undefined || max === undefined || min <= max,
    { path: ["latenessMinMs"], message: "is above latenessMaxMs" },
  )
  .refine(({ fromMs: from, untilMs: until }) => from === undefined || until === undefined || from < until, {
    path: ["fromMs"],
    message: "is not before untilMs",
  });
export type LateDropFilter = z.infer<typeof lateDropFilter>;

/**
 * Where late drops are read from: what the collector holds in memory, which is the newest and the start of each burst; or
 * what was written down, which goes further back, lacks the last seconds, and has gaps where nobody wrote.
 */
export const lateDropsFrom = z.enum(["collector", "history"]);
export type LateDropsFrom = z.infer<typeof lateDropsFrom>;

/** Newest first, those that match; `nextBefore` is good for the same filter alone. */
export const filteredLateDropPage = lateDropPage.extend({
  /** How many entries were looked at for this page, wherever they were read from. */
  looked: z.int().min(0),
  /** Those of them that the expression could not be held against. */
  notEvaluated,
});
export type FilteredLateDropPage = z.infer<typeof filteredLateDropPage>;

/**
 * What figures are figures of. An app and a console hold the newest drops and the start of each burst, so a share of what
 * is held is not the share of all there were; how many those are is told beside it.
 */
export const lateDropPopulation = z.object({
  /** One record that falls into three closed windows counts three times. */
  unit: z.literal("record × window"),
  from: lateDropsFrom,
  /** Drops that were looked at, earlier runs of the app included; of history, those within the filter's time. */
  held: z.int().min(0),
  /** Those of them that are of the run that the app, or an instance of it, is in now. */
  heldOfRun: z.int().min(0),
  /** Drops that this run has counted; `null` as long as nothing was received. */
  totalOfRun: z.int().min(0).nullable(),
  /** Since when it counts: the start of the run by the app's clock, of its earliest instance where there are several. */
  totalSinceMs: z.int().nullable(),
  /** Wall clock of the app at the oldest and at the newest drop that is held; `null`: none is. */
  oldestHeldAtMs: z.int().nullable(),
  newestHeldAtMs: z.int().nullable(),
  /** There were older ones that were not looked at; of history, there may have been. */
  olderThanHeld: z.boolean(),
  freshness,
});
export type LateDropPopulation = z.infer<typeof lateDropPopulation>;

/** `fromMs` inclusive, `toMs` exclusive; `null`: without an end on that side. */
export const latenessBucket = z.object({
  fromMs: z.int().nullable(),
  toMs: z.int().nullable(),
  count: z.int().min(0),
});
export type LatenessBucket = z.infer<typeof latenessBucket>;

/** Lateness (the watermark at the drop − event time) of the drops that match. */
export const latenessFigures = z.discriminatedUnion("kind", [
  /** No drop matches, so there is no lateness. */
  z.object({ kind: z.literal("none") }),
  z.object({
    kind: z.literal("known"),
    minMs: z.int(),
    maxMs: z.int(),
    /** Of all values, none estimated: the smallest value that at least this share of the drops does not exceed. */
    method: z.literal("nearest-rank"),
    quantiles: z.array(z.object({ percent: z.number().min(0).max(100), latenessMs: z.int() })),
    /** Every drop is in exactly one; 1, 2, 5 times a power of ten, from the first that holds one to the last. */
    histogram: z.array(latenessBucket),
  }),
]);
export type LatenessFigures = z.infer<typeof latenessFigures>;

/**
 * What another grace would have done to the drops that match, the watermark being what it was. It says nothing of the
 * results: they would have come out as much later as the grace is longer.
 */
export const graceFigures = z.object({
  /** For each grace that was asked for. */
  kept: z
    .array(
      z.object({
        graceMs: z.int().min(0),
        kept: z.int().min(0),
        of: z.int().min(0),
        /** `null`: of none there is no share. */
        percent: z.number().min(0).max(100).nullable(),
      }),
    )
    .max(gracesMax),
  /** The shortest grace that would have kept at least this share; empty where no drop matches. */
  needed: z.array(
    z.object({
      percent: z.number().min(0).max(100),
      /** `null`: beyond what a number holds exactly. */
      graceMs: z.int().nullable(),
    }),
  ),
});
export type GraceFigures = z.infer<typeof graceFigures>;

/** An operator that dropped, and the grace that it had. */
const figureOperator = z.object({
  operator: z.string().max(200),
  matching: z.int().min(0),
  /** By size; more than one where the app was restarted with another one. */
  graceMs: z.array(z.int().min(0)).max(10),
});

export const lateDropFigures = z.object({
  population: lateDropPopulation,
  /** How many of `population.held` match the filter. */
  matching: z.int().min(0),
  /** Those of them that the expression could not be held against: none of these is counted as matching. */
  notEvaluated,
  lateness: latenessFigures,
  grace: graceFigures,
  operators: z.array(figureOperator).max(figureOperatorsMax),
  /** Operators that are not listed. */
  omittedOperators: z.int().min(0),
});
export type LateDropFigures = z.infer<typeof lateDropFigures>;

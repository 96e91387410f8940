import { z } from "zod";

/** The longest expression, in UTF-16 units. */
export const expressionLengthMax = 2000;

/** What is wrong with an expression, or with a record that it is held against, and where. */
export const expressionFault = z.object({
  message: z.string().max(500),
  /** In UTF-16 units from the start of the expression; the length of it where something is missing at its end. */
  offset: z.int().min(0),
  /** Where it ends; not before `offset`. */
  endOffset: z.int().min(0),
  /** From 1. */
  line: z.int().min(1),
  /** From 1, in UTF-16 units. */
  column: z.int().min(1),
});
export type ExpressionFault = z.infer<typeof expressionFault>;

/** The names that an expression may use, and of what type each is. */
export const expressionVariables = {
  key: "dyn",
  value: "dyn",
  valueText: "dyn",
  headers: "map<string, string>",
  topic: "string",
  partition: "int",
  offset: "int",
  operator: "string",
  latenessMs: "int",
  timestampMs: "int",
  watermarkMs: "int",
  atMs: "int",
  windowStartMs: "int",
  windowEndMs: "int",
  graceMs: "int",
  keptWindows: "int",
} as const;
export type ExpressionVariable = keyof typeof expressionVariables;

/** What `lateDrops.checkExpression` answers. */
export const checkedExpression = z.object({
  /** `null`: it can be used. */
  fault: expressionFault.nullable(),
});
export type CheckedExpression = z.infer<typeof checkedExpression>;

/** Records that an expression could not be held against: it is not known whether they are meant, and none is taken. */
export const notEvaluated = z.object({
  count: z.int().min(0),
  /** What went wrong with the first of them; `null` where there is none. */
  first: expressionFault.nullable(),
});
export type NotEvaluated = z.infer<typeof notEvaluated>;

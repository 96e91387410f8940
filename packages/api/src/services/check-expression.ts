import { BadExpression, compileExpression } from "../late-drops/expression.ts";
import type { CheckedExpression } from "../wire/index.ts";

/** Whether late drops can be held against it, and what is wrong with it where. */
export function checkExpression(expression: string): CheckedExpression {
  try {
    compileExpression(expression);
    return { fault: null };
  } catch (thrown) {
    if (thrown instanceof BadExpression) return { fault: thrown.fault };
    throw thrown;
  }
}

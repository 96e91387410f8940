import type { ExpressionFault, NotEvaluated } from "../wire/index.ts";

/** Counts the records that an expression could not be held against. */
export class NotEvaluatedCount {
  #count = 0;
  #first: ExpressionFault | null = null;

  add(fault: ExpressionFault): void {
    this.#count += 1;
    this.#first ??= fault;
  }

  get told(): NotEvaluated {
    return { count: this.#count, first: this.#first };
  }
}

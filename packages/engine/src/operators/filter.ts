import type { Operator } from "./operator.ts";
import type { Row } from "./row.ts";

/** Lets through the rows that the predicate holds for; keys and values of `null` are passed to it as they are. */
export class FilterOperator implements Operator {
  readonly #predicate: (key: unknown, value: unknown) => boolean;
  readonly #next: Operator;

  constructor(predicate: (key: unknown, value: unknown) => boolean, next: Operator) {
    this.#predicate = predicate;
    this.#next = next;
  }

  process(row: Row): void {
    if (this.#predicate(row.key, row.value)) this.#next.process(row);
  }
}

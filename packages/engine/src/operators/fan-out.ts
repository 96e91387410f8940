import type { Operator } from "./operator.ts";
import type { Row } from "./row.ts";

/** Gives each row to several operators, in the order in which the topology names them. */
export class FanOut implements Operator {
  readonly #next: readonly Operator[];

  constructor(next: readonly Operator[]) {
    this.#next = next;
  }

  process(row: Row): void {
    for (const operator of this.#next) operator.process(row);
  }
}

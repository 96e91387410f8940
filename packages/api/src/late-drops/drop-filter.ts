/**
 * Which late drops of one question are meant. It owns how long its expression may still take: that is a stranger's program,
 * so nothing of it keeps the process from its other work for longer than `recordMs` at a time, however many ask, and a
 * question stops at `questionMs` in all. What was judged by then is told; an expression that was cut off at most records
 * is refused.
 */
import type { LateDrop } from "@stoatflow/engine/wire";
import type { Clock } from "../clock.ts";
import type { ExpressionFault, LateDropFilter } from "../wire/index.ts";
import { BadExpression, compileExpression, type Expression, faultAt, faultOf } from "./expression.ts";
import { recordOf } from "./expression-record.ts";
import { guarded } from "./guarded.ts";
import { matcherOf } from "./matches.ts";
import { ownTurn } from "./own-turn.ts";

/** A record that takes longer could not be held against the expression. By the wall clock, so far more than is needed. */
export const recordMs = 50;
/** All records of one question, of which one at least is judged. */
export const questionMs = 2000;
/** Where so many records took longer than one may, and these are most of them, the others would as well. */
export const cutOffMax = 8;
/** So many records are judged in a turn at the most. */
const atOnce = 64;

/** Whether a drop is meant; a fault: it could not be held against the expression, so that is not known. */
export type Verdict = boolean | ExpressionFault;

export class DropFilter {
  readonly #matches: (drop: LateDrop) => boolean;
  readonly #expression: Expression | undefined;
  readonly #clock: Clock;
  #tookMs = 0;
  #cutOff = 0;
  #finished = 0;

  /** @throws {BadExpression} */
  constructor(filter: LateDropFilter, clock: Clock) {
    this.#matches = matcherOf(filter);
    this.#expression = filter.expression === undefined ? undefined : compileExpression(filter.expression);
    this.#clock = clock;
  }

  /** Whether the question's time is up, so that no more are judged. */
  get isOver(): boolean {
    return this.#tookMs > questionMs;
  }

  /**
   * What is so of each, in their order, some at a time, until all are judged or the question {@link isOver}.
   *
   * @throws {BadExpression} where it takes too long for most of them.
   */
  async *judged<Drop extends LateDrop>(
    drops: readonly Drop[],
  ): AsyncGenerator<readonly (readonly [Drop, Verdict])[], void, undefined> {
    for (let from = 0; from < drops.length && !this.isOver; from += atOnce) {
      const some = drops.slice(from, from + atOnce);
      yield this.#expression === undefined
        ? some.map((drop) => [drop, this.#matches(drop)] as const)
        : await this.#evaluate(this.#expression, some);
    }
  }

  async #evaluate<Drop extends LateDrop>(
    expression: Expression,
    drops: readonly Drop[],
  ): Promise<readonly (readonly [Drop, Verdict])[]> {
    const judged: (readonly [Drop, Verdict])[] = [];
    const work = () => {
      for (const drop of drops.slice(judged.length)) {
        const isHeldAgainst = this.#matches(drop);
        judged.push([drop, isHeldAgainst && verdictOf(expression, drop)]);
        if (isHeldAgainst) this.#finished += 1;
      }
    };
    for (let drop = drops[0]; drop !== undefined && !this.isOver; drop = drops[judged.length]) {
      await ownTurn();
      const before = judged.length;
      const startedMs = this.#clock.nowMs();
      const isDone = guarded(work, recordMs);
      this.#tookMs += Math.max(0, this.#clock.nowMs() - startedMs);
      // One that was cut off with others before it is begun again, with all of the time for itself.
      if (!isDone && judged.length === before) {
        judged.push([drop, tooSlow(expression)]);
        this.#cutOff += 1;
      }
      if (this.#cutOff >= cutOffMax && this.#cutOff > this.#finished)
        throw tooSlowForMost(expression, this.#cutOff, this.#cutOff + this.#finished);
    }
    return judged;
  }
}

function verdictOf(expression: Expression, drop: LateDrop): Verdict {
  try {
    return expression.isTrueOf(recordOf(drop, expression.uses));
  } catch (thrown) {
    return faultOf(expression.text, thrown);
  }
}

function tooSlow({ text }: Expression): ExpressionFault {
  return faultAt(text, `took longer than ${recordMs} ms`, 0, text.length);
}

function tooSlowForMost({ text }: Expression, cutOff: number, of: number): BadExpression {
  const message = `takes longer than ${recordMs} ms for ${cutOff} of the first ${of} records; make it simpler`;
  return new BadExpression(faultAt(text, message, 0, text.length));
}

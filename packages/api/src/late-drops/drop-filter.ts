/**
 * Which late drops of one question are meant. It owns how long its expression may still take: that is a stranger's program,
 * so no record keeps the process from its other work for longer than `recordMs`, and no question for longer than
 * `questionMs` in all.
 */
import { setImmediate } from "node:timers/promises";
import type { LateDrop } from "@stoatflow/engine/wire";
import type { Clock } from "../clock.ts";
import type { ExpressionFault, LateDropFilter } from "../wire/index.ts";
import { BadExpression, compileExpression, type Expression, faultAt, faultOf } from "./expression.ts";
import { recordOf } from "./expression-record.ts";
import { guarded } from "./guarded.ts";
import { matcherOf } from "./matches.ts";

/** A record that takes longer could not be held against the expression. By the wall clock, so far more than is needed. */
export const recordMs = 50;
/** All records of one question. */
export const questionMs = 2000;
/** Between so many records others have their turn. */
const atOnce = 64;

/** Whether a drop is meant; a fault: it could not be held against the expression, so that is not known. */
export type Verdict = boolean | ExpressionFault;

export class DropFilter {
  readonly #matches: (drop: LateDrop) => boolean;
  readonly #expression: Expression | undefined;
  readonly #clock: Clock;
  #tookMs = 0;

  /** @throws {BadExpression} */
  constructor(filter: LateDropFilter, clock: Clock) {
    this.#matches = matcherOf(filter);
    this.#expression = filter.expression === undefined ? undefined : compileExpression(filter.expression);
    this.#clock = clock;
  }

  /** What is so of each, in their order, some at a time. @throws {BadExpression} where it takes too long in all. */
  async *judged<Drop extends LateDrop>(
    drops: readonly Drop[],
  ): AsyncGenerator<readonly (readonly [Drop, Verdict])[], void, undefined> {
    for (let from = 0; from < drops.length; from += atOnce) {
      const some = drops.slice(from, from + atOnce);
      const verdicts = this.#expression === undefined ? undefined : this.#evaluate(this.#expression, some);
      yield some.map((drop, i) => [drop, verdicts?.[i] ?? this.#matches(drop)] as const);
      if (verdicts !== undefined) await setImmediate();
    }
  }

  #evaluate(expression: Expression, drops: readonly LateDrop[]): readonly Verdict[] {
    const verdicts: Verdict[] = [];
    const work = () => {
      for (const drop of drops.slice(verdicts.length))
        verdicts.push(this.#matches(drop) && verdictOf(expression, drop));
    };
    while (verdicts.length < drops.length) {
      const before = verdicts.length;
      const startedMs = this.#clock.nowMs();
      const isDone = guarded(work, recordMs);
      this.#tookMs += Math.max(0, this.#clock.nowMs() - startedMs);
      // One that was cut off with others before it is begun again, with all of the time for itself.
      if (!isDone && verdicts.length === before) verdicts.push(tooSlow(expression));
      if (this.#tookMs > questionMs) throw tooSlowInAll(expression);
    }
    return verdicts;
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

function tooSlowInAll({ text }: Expression): BadExpression {
  const message = `takes longer than ${questionMs} ms for the records that it is asked of; ask for fewer, or make it simpler`;
  return new BadExpression(faultAt(text, message, 0, text.length));
}

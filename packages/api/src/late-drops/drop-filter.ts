/**
 * Which late drops of one question are meant. It owns how long its expression may still take: that is a stranger's program,
 * so nothing of it keeps the process from its other work for longer than `recordMs` at a time, however many ask, and a
 * question ends at `questionMs` in all or at `cutOffMax` records that were cut off.
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
/** All records of one question. */
export const questionMs = 2000;
/** A question ends at so many records that took longer than one may: the others would as well. */
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

  /** @throws {BadExpression} */
  constructor(filter: LateDropFilter, clock: Clock) {
    this.#matches = matcherOf(filter);
    this.#expression = filter.expression === undefined ? undefined : compileExpression(filter.expression);
    this.#clock = clock;
  }

  /** What is so of each, in their order, some at a time. @throws {BadExpression} where it takes too long for them. */
  async *judged<Drop extends LateDrop>(
    drops: readonly Drop[],
  ): AsyncGenerator<readonly (readonly [Drop, Verdict])[], void, undefined> {
    for (let from = 0; from < drops.length; from += atOnce) {
      const some = drops.slice(from, from + atOnce);
      const verdicts =
        this.#expression === undefined ? undefined : await this.#evaluate(this.#expression, some);
      yield some.map((drop, i) => [drop, verdicts?.[i] ?? this.#matches(drop)] as const);
    }
  }

  async #evaluate(expression: Expression, drops: readonly LateDrop[]): Promise<readonly Verdict[]> {
    const verdicts: Verdict[] = [];
    const work = () => {
      for (const drop of drops.slice(verdicts.length))
        verdicts.push(this.#matches(drop) && verdictOf(expression, drop));
    };
    while (verdicts.length < drops.length) {
      await ownTurn();
      const before = verdicts.length;
      const startedMs = this.#clock.nowMs();
      const isDone = guarded(work, recordMs);
      this.#tookMs += Math.max(0, this.#clock.nowMs() - startedMs);
      // One that was cut off with others before it is begun again, with all of the time for itself.
      if (!isDone && verdicts.length === before) {
        verdicts.push(tooSlow(expression));
        this.#cutOff += 1;
      }
      if (this.#cutOff >= cutOffMax) throw tooSlowForEach(expression);
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

function tooSlowForEach({ text }: Expression): BadExpression {
  const message = `takes longer than ${recordMs} ms for each of ${cutOffMax} records; make it simpler`;
  return new BadExpression(faultAt(text, message, 0, text.length));
}

function tooSlowInAll({ text }: Expression): BadExpression {
  const message = `takes longer than ${questionMs} ms for the records that it is asked of; ask for fewer, or make it simpler`;
  return new BadExpression(faultAt(text, message, 0, text.length));
}

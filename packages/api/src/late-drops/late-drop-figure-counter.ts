import type { LateDropEntry, LateDropFigures, LateDropPopulation } from "../wire/index.ts";
import { figureOperatorsMax } from "../wire/late-drop-figures.ts";
import type { Verdict } from "./drop-filter.ts";
import { graceFiguresOf, neededGraceMs } from "./grace-figures.ts";
import { latenessFiguresOf } from "./lateness-figures.ts";
import { NotEvaluatedCount } from "./not-evaluated.ts";

/** The most values of grace that are told of one operator. */
const operatorGracesMax = 10;

/**
 * Counts late drops, given newest first, into the figures of those that are meant. Of a drop it keeps two numbers,
 * so that what it holds is bounded by how many are looked at.
 */
export class LateDropFigureCounter {
  readonly #isOfRun: (bootId: string) => boolean;
  readonly #latenessMs: number[] = [];
  readonly #neededMs: number[] = [];
  readonly #operators = new Map<string, { matching: number; readonly gracesMs: Set<number> }>();
  readonly #notEvaluated = new NotEvaluatedCount();
  #held = 0;
  #heldOfRun = 0;
  #oldestMs: number | null = null;
  #newestMs: number | null = null;

  constructor(isOfRun: (bootId: string) => boolean) {
    this.#isOfRun = isOfRun;
  }

  add(drop: LateDropEntry, verdict: Verdict): void {
    this.#held += 1;
    if (this.#isOfRun(drop.bootId)) this.#heldOfRun += 1;
    this.#oldestMs = Math.min(this.#oldestMs ?? drop.atMs, drop.atMs);
    this.#newestMs = Math.max(this.#newestMs ?? drop.atMs, drop.atMs);
    if (typeof verdict !== "boolean") this.#notEvaluated.add(verdict);
    if (verdict !== true) return;
    this.#latenessMs.push(drop.latenessMs);
    this.#neededMs.push(neededGraceMs(drop));
    const operator = this.#operators.get(drop.operator);
    if (operator === undefined)
      this.#operators.set(drop.operator, { matching: 1, gracesMs: new Set([drop.graceMs]) });
    else {
      operator.matching += 1;
      if (operator.gracesMs.size < operatorGracesMax) operator.gracesMs.add(drop.graceMs);
    }
  }

  /** @param rest of the population, which the drops themselves do not tell. */
  figures(
    gracesMs: readonly number[],
    rest: Pick<LateDropPopulation, "from" | "totalOfRun" | "totalSinceMs" | "olderThanHeld" | "freshness">,
  ): LateDropFigures {
    const operators = [...this.#operators]
      .map(([operator, of]) => ({
        operator,
        matching: of.matching,
        graceMs: [...of.gracesMs].sort((a, b) => a - b),
      }))
      .sort((a, b) => b.matching - a.matching || (a.operator < b.operator ? -1 : 1));
    return {
      population: {
        unit: "record × window",
        held: this.#held,
        heldOfRun: this.#heldOfRun,
        oldestHeldAtMs: this.#oldestMs,
        newestHeldAtMs: this.#newestMs,
        ...rest,
      },
      matching: this.#latenessMs.length,
      notEvaluated: this.#notEvaluated.told,
      lateness: latenessFiguresOf(Float64Array.from(this.#latenessMs).sort()),
      grace: graceFiguresOf(Float64Array.from(this.#neededMs).sort(), gracesMs),
      operators: operators.slice(0, figureOperatorsMax),
      omittedOperators: Math.max(0, operators.length - figureOperatorsMax),
    };
  }
}

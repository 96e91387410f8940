import type { WatermarkContribution } from "./contribution.ts";
import { levelsOf, type Mover, movesBetween } from "./watermark-movers.ts";
import { WatermarkMoves } from "./watermark-moves.ts";

/**
 * The global watermark that follows from `current` and the partitions: the minimum over those that are not idle;
 * where all are idle, the maximum of theirs; never lower than `current` (invariant 6).
 *
 * A counting partition without a value leaves the watermark where it is; with no partition at all it does not move.
 *
 * @example
 * ```ts
 * nextGlobalWatermark(undefined, [{ idle: false, valueMs: 5 }, { idle: true, valueMs: 2 }]); // 5
 * ```
 */
export function nextGlobalWatermark(
  current: number | undefined,
  partitions: Iterable<WatermarkContribution>,
): number | undefined {
  let minimum: number | undefined;
  let idleMaximum: number | undefined;
  let counting = 0;
  for (const { idle, leftOut, valueMs } of partitions) {
    if (leftOut === true) continue;
    if (idle) {
      if (valueMs !== undefined && (idleMaximum === undefined || valueMs > idleMaximum))
        idleMaximum = valueMs;
      continue;
    }
    if (valueMs === undefined) return current;
    counting += 1;
    if (minimum === undefined || valueMs < minimum) minimum = valueMs;
  }
  const combined = counting > 0 ? minimum : idleMaximum;
  if (combined === undefined) return current;
  return current === undefined || combined > current ? combined : current;
}

/**
 * The global watermark of one app, with the history of what moved it.
 *
 * Owned by the processing, which has it advance at every barrier and tick. Keeps invariant 6; only a restart, which
 * is that of a recovery too, puts it lower (invariant 12).
 */
export class GlobalWatermark<P extends Mover> {
  readonly moves = new WatermarkMoves();
  #valueMs: number | undefined;
  #levels: ReadonlyMap<P, number> = new Map();

  get valueMs(): number | undefined {
    return this.#valueMs;
  }

  /** Moves to what the partitions say now. */
  advance(partitions: Iterable<P>, atMs: number): number | undefined {
    const all = new Set(partitions);
    const fromMs = this.#valueMs;
    const toMs = nextGlobalWatermark(fromMs, all);
    if (toMs !== undefined && toMs !== fromMs) {
      for (const move of movesBetween(this.#levels, all, { fromMs, toMs, atMs })) this.moves.push(move);
    }
    this.#valueMs = toMs;
    this.#levels = levelsOf(all);
    return toMs;
  }

  /** Goes on from what is committed. */
  restart(valueMs: number | undefined): void {
    this.#valueMs = valueMs;
    this.#levels = new Map();
    this.moves.restart(valueMs);
  }

  /** Another instance has the partitions: there is no watermark here. */
  forget(): void {
    this.#valueMs = undefined;
    this.#levels = new Map();
  }
}

/**
 * What is remembered of an app's ticks to tell since when something is so, and how fast things go.
 *
 * Owned by the app's collector, which pushes each tick. Nothing is told across a break (a restart, a gap, a step of a
 * clock): the history begins anew there. Rates aren't told across a step back of the watermark, a position or an end, or
 * across another set of partitions either. "Since when" is folded from tick to tick, so it reaches back as far as the
 * ticks are unbroken; rates are taken from samples of the positions, one in 10 s for 5 min. Invariants: all of it
 * is bounded (17), and offsets stay exact (16).
 */
import { type FeedSnapshot, type HeldBackBy, partitionId } from "@stoatflow/engine/wire";
import { breaksBetween } from "./breaks.ts";
import { type PositionSample, positionsGoOn, sampleOf } from "./position-sample.ts";
import type { ReceivedTick } from "./summary.ts";

/** Rates are of at most this long. */
export const windowMs = 300_000;
/** How far apart the samples are. */
const sampleEveryMs = 10_000;
export const samplesMax = windowMs / sampleEveryMs + 1;

/** Something that began at a tick; `exact`: the tick before is known and shows that it was not so yet. */
export interface Beginning {
  readonly atMs: number;
  readonly exact: boolean;
}

export interface HolderRun {
  readonly holder: Pick<HeldBackBy, "topic" | "partition" | "reason">;
  readonly from: Beginning;
}

/** The newest tick, and what the ticks up to it say. */
export interface Trace {
  readonly tick: ReceivedTick;
  /** What the instance that holds event time back told of itself; of an app of one instance, the same tick. */
  readonly holding: ReceivedTick;
  /** By place among the tick's partitions, the watermark of its instance. Absent: that of the tick, of one instance. */
  readonly floorsMs?: readonly (number | null)[] | undefined;
  /** The first tick of the unbroken history. */
  readonly unbrokenFromMs: number;
  /** The tick at which the watermark moved last; `undefined`: it did not within the unbroken history. */
  readonly movedAtMs: number | undefined;
  /** Who holds the watermark back, and from when on it is this partition for this reason. */
  readonly run: HolderRun | undefined;
  /** Oldest first, of one unbroken history in which the app was running or was not all the while. */
  readonly samples: readonly PositionSample[];
}

export class Trail {
  #newest: Pick<Trace, "tick" | "holding" | "floorsMs"> | undefined;
  #unbrokenFromMs = 0;
  #movedAtMs: number | undefined;
  #run: HolderRun | undefined;
  readonly #samples: PositionSample[] = [];

  /** @param holding of the instance that holds event time back. @param floorsMs as in {@link Trace}. */
  push(tick: ReceivedTick, holding: ReceivedTick = tick, floorsMs?: Trace["floorsMs"]): void {
    const before = this.#newest?.tick;
    const { snapshot } = tick;
    this.#newest = { tick, holding, floorsMs };
    if (before === undefined || breaksBetween(before, tick)) this.#begin(snapshot);
    else this.#follow(before.snapshot, snapshot);
    this.#sample(snapshot);
  }

  /** `undefined` before the first tick. */
  trace(): Trace | undefined {
    if (this.#newest === undefined) return undefined;
    return {
      ...this.#newest,
      unbrokenFromMs: this.#unbrokenFromMs,
      movedAtMs: this.#movedAtMs,
      run: this.#run,
      samples: this.#samples,
    };
  }

  #begin({ atMs, watermarks: { heldBackBy } }: FeedSnapshot): void {
    this.#unbrokenFromMs = atMs;
    this.#movedAtMs = undefined;
    this.#run = heldBackBy === null ? undefined : { holder: heldBackBy, from: { atMs, exact: false } };
    this.#samples.length = 0;
  }

  #follow(before: FeedSnapshot, { atMs, status, watermarks }: FeedSnapshot): void {
    const { globalWatermarkMs, heldBackBy, partitions } = watermarks;
    const fromMs = before.watermarks.globalWatermarkMs;
    if (globalWatermarkMs !== fromMs) this.#movedAtMs = atMs;
    if (heldBackBy === null) this.#run = undefined;
    else if (this.#run === undefined || !isSame(this.#run.holder, heldBackBy))
      this.#run = { holder: heldBackBy, from: { atMs, exact: true } };
    const wentBack = fromMs !== null && (globalWatermarkMs === null || globalWatermarkMs < fromMs);
    const goesOn = !wentBack && isRunning(before) === isRunning({ status });
    if (!goesOn || !positionsGoOn(before.watermarks.partitions, partitions)) this.#samples.length = 0;
  }

  #sample(snapshot: FeedSnapshot): void {
    const samples = this.#samples;
    const last = samples.at(-1);
    if (last === undefined || snapshot.atMs - last.atMs >= sampleEveryMs)
      samples.push(sampleOf(snapshot, last?.ids));
    const within = samples.findIndex(({ atMs }) => snapshot.atMs - atMs <= windowMs);
    samples.splice(0, Math.max(within, samples.length - samplesMax, 0));
  }
}

export function isRunning({ status }: Pick<FeedSnapshot, "status">): boolean {
  return status.lifecycle.kind === "running";
}

function isSame(a: HolderRun["holder"], b: HolderRun["holder"]): boolean {
  return partitionId(a) === partitionId(b) && a.reason === b.reason;
}

/**
 * What is remembered of an app's ticks to tell since when something is so, and how fast things go.
 *
 * Owned by the app's collector, which pushes each tick. Nothing is told across a break (a restart, a gap, a step of a
 * clock): the history begins anew there. Rates aren't told across a step back of the watermark, a position or an end, or
 * across another set of partitions either. "Since when" is folded from tick to tick, so it reaches back as far as the
 * ticks are unbroken; rates are taken from samples of the positions, one in 10 s for 5 min. Rates are by the app's clock,
 * "since when" is by that of the instance whose watermark is the app's, as a gap is: where that comes to be another one,
 * what was noted is put into its clock. Invariants: all of it is bounded (17), and offsets stay exact (16).
 */
import { type FeedSnapshot, type HeldBackBy, partitionId } from "@stoatflow/engine/wire";
import { type AppSnapshot, watermarkAtOf } from "../wire/app-snapshot.ts";
import { type Pace, paceOf } from "../wire/pace.ts";
import { breaksBetween } from "./breaks.ts";
import { type PositionSample, positionsGoOn, sampleOf } from "./position-sample.ts";
import { type ReceivedTick, standingOf } from "./summary.ts";

/** Rates are of at most this long. */
export const windowMs = 300_000;
/** How far apart the samples are. */
const sampleEveryMs = 10_000;
export const samplesMax = windowMs / sampleEveryMs + 1;

/** Something that began at a tick; `exact`: the tick before is known and shows that it was not so yet. */
export interface Beginning {
  /** By the clock of the instance that holds event time back. */
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
  /** The first tick of the unbroken history; by the clock of the instance that holds event time back. */
  readonly unbrokenFromMs: number;
  /** The tick at which the watermark moved last, by the same clock; `undefined`: not within the unbroken history. */
  readonly movedAtMs: number | undefined;
  /** Whether event time keeps up, as far as the ticks before say. */
  readonly pace: Pace;
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
  #pace: Pace = { kind: "none" };
  readonly #samples: PositionSample[] = [];

  /** @param holding of the instance that holds event time back. @param floorsMs as in {@link Trace}. */
  push(tick: ReceivedTick, holding: ReceivedTick = tick, floorsMs?: Trace["floorsMs"]): void {
    const before = this.#newest;
    const { snapshot } = tick;
    this.#newest = { tick, holding, floorsMs };
    if (before === undefined || breaksBetween(before.tick, tick) || isClockSet(before.holding, holding))
      this.#begin(snapshot);
    else {
      if (isOther(before.holding, holding)) this.#setClock(aheadMs(holding) - aheadMs(before.holding));
      this.#follow(before.tick.snapshot, snapshot);
    }
    this.#pace = paceOf(standingOf(snapshot), this.#pace);
    this.#sample(snapshot);
  }

  /** `undefined` before the first tick. */
  trace(): Trace | undefined {
    if (this.#newest === undefined) return undefined;
    return {
      ...this.#newest,
      unbrokenFromMs: this.#unbrokenFromMs,
      movedAtMs: this.#movedAtMs,
      pace: this.#pace,
      run: this.#run,
      samples: this.#samples,
    };
  }

  #begin(snapshot: AppSnapshot): void {
    const { heldBackBy } = snapshot.watermarks;
    const atMs = watermarkAtOf(snapshot);
    this.#unbrokenFromMs = atMs;
    this.#movedAtMs = undefined;
    this.#pace = { kind: "none" };
    this.#run = heldBackBy === null ? undefined : { holder: heldBackBy, from: { atMs, exact: false } };
    this.#samples.length = 0;
  }

  #setClock(furtherMs: number): void {
    this.#unbrokenFromMs += furtherMs;
    if (this.#movedAtMs !== undefined) this.#movedAtMs += furtherMs;
    if (this.#run === undefined) return;
    const { holder, from } = this.#run;
    this.#run = { holder, from: { ...from, atMs: from.atMs + furtherMs } };
  }

  #follow(before: FeedSnapshot, snapshot: AppSnapshot): void {
    const { status, watermarks } = snapshot;
    const { globalWatermarkMs, heldBackBy, partitions } = watermarks;
    const atMs = watermarkAtOf(snapshot);
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

function isOther(before: ReceivedTick, holding: ReceivedTick): boolean {
  return before.snapshot.bootId !== holding.snapshot.bootId;
}

/** A step of its clock does not show in the app's, where another one is ahead of it. */
function isClockSet(before: ReceivedTick, holding: ReceivedTick): boolean {
  return !isOther(before, holding) && breaksBetween(before, holding);
}

/** How far the instance's clock is ahead of the collector's, but for the way of the tick. */
function aheadMs({ snapshot, receivedAtMs }: ReceivedTick): number {
  return snapshot.atMs - receivedAtMs;
}

function isSame(a: HolderRun["holder"], b: HolderRun["holder"]): boolean {
  return partitionId(a) === partitionId(b) && a.reason === b.reason;
}

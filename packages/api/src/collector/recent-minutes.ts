/**
 * What an app's row says of the last minutes: how far its watermark was behind, and how many late drops there were.
 *
 * Owned by the app's collector, which pushes each tick. It goes by the collector's clock, since a time without ticks is to
 * be seen too; where that clock is set back, all begins anew. Bounded to ten minutes in spans of 10 s (invariant 17).
 */
import { isDeepStrictEqual } from "node:util";
import { watermarkAtOf } from "../wire/app-snapshot.ts";
import { type GapTrail, gapTrailEveryMs, gapTrailMax } from "../wire/gap-trail.ts";
import type { LateDropRate } from "../wire/late-drop-rate.ts";
import type { ToldInstance } from "./collector-observer.ts";
import type { ReceivedTick } from "./summary.ts";

const dropsOverMs = 300_000;
const dropsAtLeastMs = 60_000;

/** The ticks of one span. */
interface Span {
  /** Since 1970, in spans. */
  readonly number: number;
  readonly largestGapMs: number | null;
  /** Its newest tick. */
  readonly last: Count;
}

interface Count {
  /** The runs of instances whose drops are in it. */
  readonly of: readonly string[];
  readonly atMs: number;
  readonly lateDropped: number;
}

export class RecentMinutes {
  /** Oldest first; spans without a tick are left out. */
  #spans: readonly Span[] = [];
  /**
   * The first tick since when late drops were counted on. It begins anew with a restart of an instance, and with one that
   * is heard first: what it dropped before that is of no known minute.
   */
  #countedFrom: Count | undefined;

  /** @param told by the instances; what each has counted is part of the tick. */
  push({ snapshot, receivedAtMs: atMs }: ReceivedTick, told: readonly Pick<ToldInstance, "tick">[]): void {
    const number = numberOf(atMs);
    const before = this.#spans.at(-1);
    if (before !== undefined && number < before.number) this.#spans = [];
    const of = told.map(({ tick }) => tick.snapshot.bootId).sort();
    const now: Count = { of, atMs, lateDropped: snapshot.status.counters.lateDropped };
    const goesOn = before !== undefined && atMs >= before.last.atMs && isCountedOn(before.last, now);
    if (!goesOn) this.#countedFrom = now;
    const gapMs = gapOf(snapshot);
    const open = this.#spans.at(-1)?.number === number ? before : undefined;
    const largestGapMs = largest(open?.largestGapMs ?? null, gapMs);
    const closed = open === undefined ? this.#spans : this.#spans.slice(0, -1);
    // One more than is told, since the newest is not over.
    this.#spans = [...closed, { number, largestGapMs, last: now }].slice(-gapTrailMax - 1);
  }

  /** Up to the last span that is over. */
  gapTrail(nowMs: number): GapTrail {
    const until = numberOf(nowMs);
    const gaps = new Map(this.#spans.map(({ number, largestGapMs }) => [number, largestGapMs]));
    return {
      untilMs: until * gapTrailEveryMs,
      everyMs: gapTrailEveryMs,
      gapsMs: Array.from({ length: gapTrailMax }, (_, i) => gaps.get(until - gapTrailMax + i) ?? null),
    };
  }

  /** Up to the newest tick. */
  lateDropRate(): LateDropRate {
    const now = this.#spans.at(-1)?.last;
    const countedFrom = this.#countedFrom;
    if (now === undefined || countedFrom === undefined) return { kind: "not-known", why: "no-tick" };
    const from = [countedFrom, ...this.#spans.map(({ last }) => last)].find(
      ({ atMs }) => atMs >= countedFrom.atMs && now.atMs - atMs <= dropsOverMs,
    );
    const overMs = from === undefined ? 0 : now.atMs - from.atMs;
    if (from === undefined || overMs < dropsAtLeastMs) return { kind: "not-known", why: "too-short" };
    const dropped = now.lateDropped - from.lateDropped;
    return { kind: "measured", perMinute: (dropped * 60_000) / overMs, dropped, overMs };
  }
}

function numberOf(atMs: number): number {
  return Math.floor(atMs / gapTrailEveryMs);
}

function isCountedOn(before: Count, now: Count): boolean {
  return isDeepStrictEqual(before.of, now.of) && before.lateDropped <= now.lateDropped;
}

/** Two times may be further apart than a number holds exactly: then there is none to draw. */
function gapOf(snapshot: ReceivedTick["snapshot"]): number | null {
  const { globalWatermarkMs } = snapshot.watermarks;
  if (globalWatermarkMs === null) return null;
  const gapMs = watermarkAtOf(snapshot) - globalWatermarkMs;
  return Number.isSafeInteger(gapMs) ? gapMs : null;
}

function largest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

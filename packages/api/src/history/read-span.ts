/**
 * Reads a span of one app's history: chooses the grain, finds the rows, and gathers what is asked for of them.
 *
 * Where that is more than one call may read, a coarser grain is taken, and then fewer partitions if nobody chose them;
 * what is still too much is refused with what can be asked instead.
 */
import type { Clock } from "../clock.ts";
import { storing } from "../database/storage-error.ts";
import { type HistoryGap, type HistoryGrain, type HistoryStep, historyValuesMax } from "../wire/history.ts";
import { tickAfter, tickBefore } from "./beside.ts";
import { chooseGrain, coarsened, type Grain } from "./choose-grain.ts";
import { type Around, gapsOf } from "./gaps.ts";
import { type Gathered, type GatheredStep, Gathering, stepsOf } from "./gather.ts";
import type { MetricName } from "./metrics.ts";
import { readingHistory } from "./read-block.ts";
import { tooMuch } from "./read-bound.ts";
import type { Reading } from "./reading.ts";
import { type Found, findRows, listed, type StoredBlock } from "./stored-blocks.ts";
import type { Span } from "./stored-rows.ts";
import { type Tier, tiers } from "./tiers.ts";
import { writtenUntilMs } from "./written-until.ts";

export interface SpanQuery extends Span {
  readonly maxPoints: number;
}

export interface SpanWanted {
  /** Those that are wanted most first. @default none */
  readonly partitions?: readonly string[];
  /** The last of them may be left out. @default false */
  readonly mayOmit?: boolean;
  /** Of the app itself. */
  readonly metrics: readonly MetricName[];
  /** Of each of the partitions. @default none */
  readonly partitionMetrics?: readonly MetricName[];
  readonly lanes?: LanesWanted;
  /** How many steps there are to be at most. @default as many as an answer of so many partitions and lanes may have */
  readonly points?: number;
  /** Is given each block of the partitions once the steps are known, e.g. to keep less of it than its columns. */
  readonly beside?: (steps: readonly GatheredStep[], stepMs: number) => (stored: StoredBlock) => void;
}

export interface LanesWanted {
  readonly metrics: readonly MetricName[];
  /** @param all the lanes that there are in the span. */
  readonly choose: (all: readonly string[]) => readonly string[];
}

export interface ReadSpan {
  /** The app's own blocks. */
  readonly app: readonly StoredBlock[];
  /** Those that were read. */
  readonly partitions: readonly string[];
  readonly gathered: Gathered;
  readonly window: {
    readonly grain: HistoryGrain;
    readonly stepMs: number;
    readonly steps: HistoryStep[];
    readonly gaps: HistoryGap[];
  };
}

interface Source {
  readonly reading: Reading;
  readonly clock: Clock;
}

/** @throws {ApiError} `too-much-history`, `storage` */
export async function readSpan(source: Source, query: SpanQuery, wanted: SpanWanted): Promise<ReadSpan> {
  // Whoever asks has just looked at thousands of partitions.
  await source.reading.turn();
  const { grain, partitions, found } = await foundWithin(source.reading, query, wanted);
  const app = await listed(found.app);
  const lanes = wanted.lanes?.choose(lanesIn(app)) ?? [];
  const { tier, stepMs } = coarsened(
    grain,
    grain.tier,
    query,
    wanted.points ?? pointsOf(query, lanes.length),
  );
  const steps = stepsOf(app, query, stepMs);
  const gathered = new Gathering(steps, stepMs, [
    { group: "app", metrics: ["receivedAtMs", ...wanted.metrics], names: [""] },
    { group: "partition", metrics: wanted.partitionMetrics ?? [], names: partitions },
    { group: "lane", metrics: wanted.lanes?.metrics ?? [], names: lanes },
  ]);
  for (const stored of app) {
    gathered.add(stored);
    await source.reading.turn();
  }
  const beside = wanted.beside?.(steps, stepMs);
  for await (const stored of found.partitions) {
    gathered.add(stored);
    beside?.(stored);
  }
  const nowMs = writtenUntilMs(source.clock.nowMs(), {
    lastMs: steps.at(-1)?.lastMs,
    receivedAtMs: gathered.range("receivedAtMs").last.at(-1),
  });
  const around = await aroundOf(source.reading, query, tier, steps, nowMs);
  return {
    app,
    partitions,
    gathered,
    window: {
      grain: tier.name,
      stepMs,
      steps: steps.map(({ fromMs, firstMs, lastMs, missingMs, ticks }) => ({
        fromMs,
        firstMs,
        lastMs,
        missingMs,
        ticks,
      })),
      gaps: gapsOf(around, query, nowMs),
    },
  };
}

interface FoundSpan {
  readonly grain: Grain;
  readonly partitions: readonly string[];
  readonly found: Extract<Found, { readonly kind: "rows" }>;
}

async function foundWithin(
  reading: Reading,
  query: SpanQuery,
  { partitions = [], mayOmit = false, points = pointsOf(query, partitions.length) }: SpanWanted,
): Promise<FoundSpan> {
  const finest = chooseGrain(query, points, await oldestOf(reading, query.appId));
  for (const tier of tiers.slice(tiers.indexOf(finest.tier))) {
    const grain = coarsened(finest, tier, query, points);
    const isLast = tier === tiers.at(-1);
    const found = await findRows(reading, query, tier, partitions);
    if (found.kind === "rows") return { grain, partitions, found };
    if (!isLast) continue;
    const fewer = partitions.slice(0, found.fitting);
    const again = mayOmit && fewer.length > 0 ? await findRows(reading, query, tier, fewer) : found;
    if (again.kind === "rows") return { grain, partitions: fewer, found: again };
    throw tooMuch(query, partitions.length, found);
  }
  throw new Error("there is no grain");
}

/** What is next to the span is looked for only where a step does not lie across its end. */
async function aroundOf(
  reading: Reading,
  span: Span,
  tier: Tier,
  steps: readonly GatheredStep[],
  nowMs: number,
): Promise<Around> {
  const firstMs = steps[0]?.firstMs ?? Number.POSITIVE_INFINITY;
  const lastMs = steps.at(-1)?.lastMs ?? Number.NEGATIVE_INFINITY;
  const before = firstMs > span.fromMs ? await tickBefore(reading, span, tier) : undefined;
  const after = lastMs < span.toMs && span.toMs < nowMs ? await tickAfter(reading, span, tier) : undefined;
  return { before, steps, after };
}

/** As many as may be in an answer of so many partitions or lanes. */
function pointsOf({ maxPoints }: SpanQuery, entities: number): number {
  return Math.min(maxPoints, Math.floor(historyValuesMax / Math.max(1, entities)));
}

/** The names of all lanes that there were. */
export function lanesIn(app: readonly StoredBlock[]): readonly string[] {
  return [...new Set(app.flatMap(({ series }) => series.lanes))];
}

/** By tier: how far back it can be read, with what the finer ones have alone. */
async function oldestOf(reading: Reading, appId: string): Promise<readonly (number | undefined)[]> {
  const oldest: (number | undefined)[] = [];
  for (const { code } of tiers) {
    const row = await storing(readingHistory, () =>
      reading.database
        .selectFrom("history_chunks")
        .select("from_s")
        .where("app_id", "=", appId)
        .where("tier", "=", code)
        .orderBy("from_s")
        .limit(1)
        .executeTakeFirst(),
    );
    oldest.push(row === undefined ? oldest.at(-1) : Number(row.from_s) * 1000);
  }
  return oldest;
}

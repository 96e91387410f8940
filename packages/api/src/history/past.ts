/**
 * The reading side of history: what an app was like, from what was written down.
 *
 * It owns nothing; the services call it, and the database is the one that the writer writes to. What was not seen is
 * never made up: no line goes across a gap, and a moment in one is not known (invariant 15).
 */
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open-database.ts";
import { storing } from "../database/storage-error.ts";
import type {
  CommitHistory,
  HistoryGap,
  HistoryGrain,
  HistoryStep,
  LaneHistory,
  PartitionHistory,
  PastMoment,
  PastPartition,
  WatermarkHistory,
} from "../wire/history.ts";
import { historyLanesMax, historyPartitionsMax } from "../wire/history.ts";
import { chooseGrain } from "./choose-grain.ts";
import { gapAboveMs } from "./fold.ts";
import { gapsOf } from "./gaps.ts";
import { type Gathered, gather } from "./gather.ts";
import { partitionStates } from "./metrics.ts";
import { momentOf, newestAt, sampleFor } from "./moment.ts";
import { appSlab, laneOfName } from "./series.ts";
import { readBlocks, type Span, type StoredBlock } from "./stored-blocks.ts";
import { tiers } from "./tiers.ts";
import {
  growthEach,
  heldBackByOf,
  integerRange,
  partitionRefOf,
  perSecond,
  textRange,
  thousandthRange,
  words,
} from "./to-wire.ts";

/** From a tick to the end of the transaction that it is written in. */
const writtenWithinMs = 2000;

export interface PastQuery extends Span {
  readonly maxPoints: number;
}

interface Read {
  readonly blocks: readonly StoredBlock[];
  readonly gathered: Gathered;
  readonly window: {
    readonly grain: HistoryGrain;
    readonly stepMs: number;
    readonly steps: HistoryStep[];
    readonly gaps: HistoryGap[];
  };
}

export class Past {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** @param partitions e.g. `orders-3`; `undefined`: those furthest behind at the end of the span. */
  async watermarks(query: PastQuery, partitions?: readonly string[]): Promise<WatermarkHistory> {
    const { chosen, omittedPartitions } =
      partitions === undefined
        ? await this.#furthestBehind(query)
        : { chosen: partitions, omittedPartitions: 0 };
    const { gathered, window, blocks } = await this.#read(query, new Set(chosen));
    return {
      ...window,
      globalWatermarkMs: integerRange(gathered.range("globalWatermarkMs")),
      heldBackBy: heldBackBySteps(gathered, blocks),
      lag: textRange(gathered.range("appLag")),
      partitions: chosen.map((id) => partitionOf(gathered, id)),
      omittedPartitions,
    };
  }

  async commits(query: PastQuery): Promise<CommitHistory> {
    const { gathered, window } = await this.#read(query, new Set());
    const mean = (values: readonly (number | null)[]) => values.map((us) => (us === null ? null : us / 1000));
    return {
      ...window,
      commitMs: thousandthRange(gathered.range("commitUs")),
      drainMs: thousandthRange(gathered.range("drainUs")),
      epochRecords: integerRange(gathered.range("epochRecords")),
      meanCommitMs: mean(growthEach(gathered, "commitSumUs", "commits")),
      meanEpochMs: mean(growthEach(gathered, "epochSumUs", "epochs")),
      perSecond: {
        polled: perSecond(gathered, "polled"),
        dispatched: perSecond(gathered, "dispatched"),
        emitted: perSecond(gathered, "emitted"),
        committedEpochs: perSecond(gathered, "committedEpochs"),
        rolledBackEpochs: perSecond(gathered, "rolledBackEpochs"),
        droppedRecords: perSecond(gathered, "droppedRecords"),
        lateDropped: perSecond(gathered, "lateDropped"),
        violations: perSecond(gathered, "violations"),
      },
    };
  }

  /** @param wanted e.g. `1/0` for lane 0 of stage 1; `undefined`: the first ones. */
  async lanes(query: PastQuery, wanted?: readonly string[]): Promise<LaneHistory> {
    const { gathered, window, blocks } = await this.#read(query, new Set());
    const all = [...new Set(blocks.flatMap(({ series }) => series.lanes))];
    const chosen = (wanted ?? all).slice(0, historyLanesMax);
    return {
      ...window,
      lanes: chosen.flatMap((name) => {
        const lane = laneOfName(name);
        if (lane === undefined) return [];
        return {
          ...lane,
          depth: integerRange(gathered.range("laneDepth", name)),
          oldestAgeMs: thousandthRange(gathered.range("laneOldestUs", name)),
          busyRatio: thousandthRange(gathered.range("laneBusyPermille", name)),
          processedPerSecond: perSecond(gathered, "laneProcessed", name),
        };
      }),
      omittedLanes: Math.max(0, all.length - chosen.length),
    };
  }

  /** The newest tick at or before `atMs`, from the finest tier that has one with no gap between. */
  async at(appId: string, atMs: number): Promise<PastMoment> {
    for (const tier of tiers) {
      const nearMs = tier.stepMs + gapAboveMs;
      const span = { appId, fromMs: atMs - nearMs, toMs: atMs + nearMs };
      const own = await readBlocks(this.#database, span, tier, new Set());
      const sampleMs = sampleFor(own, atMs);
      if (sampleMs === undefined) continue;
      const blocks = await readBlocks(this.#database, { appId, fromMs: sampleMs, toMs: atMs }, tier, "all");
      const moment = momentOf(blocks, sampleMs, atMs, tier);
      if (moment !== undefined) return moment;
    }
    return { kind: "unknown" };
  }

  async #furthestBehind({ appId, fromMs, toMs }: PastQuery) {
    const last = await this.#lastKnown(appId, fromMs, toMs);
    const order = last.toSorted(
      (a, z) => (a.watermarkMs ?? Number.POSITIVE_INFINITY) - (z.watermarkMs ?? Number.POSITIVE_INFINITY),
    );
    const chosen = order
      .slice(0, historyPartitionsMax)
      .map(({ topic, partition }) => `${topic}-${partition}`);
    return { chosen, omittedPartitions: last.length - chosen.length };
  }

  /** The partitions of the last tick in the span. */
  async #lastKnown(appId: string, fromMs: number, toMs: number): Promise<readonly PastPartition[]> {
    const span = { appId, fromMs, toMs, maxPoints: 2 };
    const { blocks } = await this.#read(span, new Set());
    const lastMs = newestAt(blocks, span);
    if (lastMs === undefined) return [];
    const moment = await this.at(appId, lastMs);
    return moment.kind === "known" ? moment.partitions : [];
  }

  async #read(query: PastQuery, partitions: ReadonlySet<string>): Promise<Read> {
    const { tier, stepMs } = chooseGrain(query, query.maxPoints, await this.#oldest(query.appId));
    const blocks = await readBlocks(this.#database, query, tier, partitions);
    const gathered = gather(blocks, query, stepMs);
    const untilMs = Math.min(query.toMs, this.#writtenUntilMs(gathered));
    const steps = gathered.steps.map(({ fromMs, firstMs, lastMs, missingMs, ticks }) => ({
      fromMs,
      firstMs,
      lastMs,
      missingMs,
      ticks,
    }));
    const gaps = gapsOf(gathered.steps, query.fromMs, untilMs);
    return { blocks, gathered, window: { grain: tier.name, stepMs, steps, gaps } };
  }

  /** By the app's clock: what is newer may be still to be written. */
  #writtenUntilMs({ steps, range }: Gathered): number {
    const nowMs = this.#clock.nowMs() - writtenWithinMs;
    const received = range("receivedAtMs").last.at(-1);
    const lastMs = steps.at(-1)?.lastMs;
    return received === undefined || lastMs === undefined ? nowMs : nowMs - (Number(received) - lastMs);
  }

  /** By tier: how far back it can be read, with what the finer ones have alone. */
  async #oldest(appId: string): Promise<readonly (number | undefined)[]> {
    const rows = await storing("be read for history", () =>
      this.#database
        .selectFrom("history_chunks")
        .select(({ fn }) => ["tier", fn.min("from_s").as("oldest")])
        .where("app_id", "=", appId)
        .groupBy("tier")
        .execute(),
    );
    let finer: number | undefined;
    return tiers.map(({ code }) => {
      const row = rows.find(({ tier }) => Number(tier) === code);
      const own = row === undefined ? undefined : Number(row.oldest) * 1000;
      const oldest = own ?? finer;
      finer = oldest;
      return oldest;
    });
  }
}

function partitionOf(gathered: Gathered, id: string): PartitionHistory {
  return {
    ...partitionRefOf(id),
    state: words(gathered.range("state", id).last, partitionStates),
    watermarkMs: integerRange(gathered.range("watermarkMs", id)),
    previewWatermarkMs: integerRange(gathered.range("previewWatermarkMs", id)),
    lag: textRange(gathered.range("lag", id)),
    bufferedRecords: integerRange(gathered.range("bufferedRecords", id)),
  };
}

/** The holder is kept as its place in the series of its own block. */
function heldBackBySteps(gathered: Gathered, blocks: readonly StoredBlock[]): WatermarkHistory["heldBackBy"] {
  const byTime = new Map<number, ReturnType<typeof heldBackByOf>>();
  for (const { slab, series, block } of blocks) {
    if (slab !== appSlab) continue;
    const holders = block.entity("heldBackBy", "last", 0) ?? [];
    const reasons = block.entity("heldBackReason", "last", 0) ?? [];
    for (const [i, { lastMs }] of block.steps.entries()) {
      const holder = holders[i];
      const id = holder === undefined ? undefined : series.partitions[Number(holder)];
      byTime.set(lastMs, heldBackByOf(id, reasons[i]));
    }
  }
  return gathered.steps.map(({ lastMs }) => byTime.get(lastMs) ?? null);
}

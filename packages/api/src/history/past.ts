/**
 * The reading side of history: what an app was like, from what was written down.
 *
 * It owns nothing; the services call it, and the database is the one that the writer writes to. What was not seen is
 * never made up: no line goes across a gap, and a moment in one is not known (invariant 15). One call is answered at a
 * time, since each may hold much (invariant 17).
 */
import { comparePartitions } from "@stoatflow/engine/wire";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open-database.ts";
import type {
  CommitHistory,
  LaneHistory,
  PartitionHistory,
  PastMoment,
  WatermarkHeatmap,
  WatermarkHistory,
} from "../wire/history.ts";
import { historyLanesMax, historyPartitionsMax } from "../wire/history.ts";
import { furthestBehind } from "./furthest-behind.ts";
import type { Gathered } from "./gather.ts";
import { Heat } from "./heat.ts";
import { InTurn } from "./in-turn.ts";
import { type MetricName, partitionStates } from "./metrics.ts";
import { momentOf, newestAt } from "./moment.ts";
import { readersWaitingMax, tooMuchAtOnce } from "./read-bound.ts";
import { lanesIn, type ReadSpan, readSpan, type SpanQuery, type SpanWanted } from "./read-span.ts";
import { Reading } from "./reading.ts";
import { rowsIn, sampleNear } from "./sample-near.ts";
import { laneOfName } from "./series.ts";
import { findBeside, type StoredBlock } from "./stored-blocks.ts";
import { type Tier, tiers } from "./tiers.ts";
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

const partitionMetrics: readonly MetricName[] = [
  "state",
  "watermarkMs",
  "previewWatermarkMs",
  "lag",
  "bufferedRecords",
];
const laneMetrics: readonly MetricName[] = ["laneDepth", "laneOldestUs", "laneBusyPermille", "laneProcessed"];
const commitMetrics: readonly MetricName[] = [
  "commitUs",
  "drainUs",
  "epochRecords",
  "commitSumUs",
  "commits",
  "epochSumUs",
  "epochs",
  "polled",
  "dispatched",
  "emitted",
  "committedEpochs",
  "rolledBackEpochs",
  "droppedRecords",
  "lateDropped",
  "violations",
];

interface FurthestBehind {
  readonly partitions: readonly string[];
  readonly of: number;
}

export class Past {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #calls = new InTurn(readersWaitingMax);

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * @param partitions e.g. `orders-3`; `undefined`: those furthest behind at the end of the span.
   * @param signal aborted once nobody waits for the answer: nothing more is read for it, as of all of these.
   * @throws {ApiError} `too-much-history`, `too-many-readers`, `storage`; as all of these.
   */
  watermarks(
    query: SpanQuery,
    partitions?: readonly string[],
    signal?: AbortSignal,
  ): Promise<WatermarkHistory> {
    return this.#inTurn(signal, async (reading) => {
      const behind = partitions === undefined ? await this.#furthestBehind(reading, query) : undefined;
      const read = await this.#read(reading, query, {
        partitions: partitions ?? behind?.partitions ?? [],
        mayOmit: behind !== undefined,
        metrics: ["globalWatermarkMs", "gapMs", "appLag"],
        partitionMetrics,
      });
      const { gathered, window, app } = read;
      return {
        ...window,
        globalWatermarkMs: integerRange(gathered.range("globalWatermarkMs")),
        gapMs: integerRange(gathered.range("gapMs")),
        heldBackBy: heldBackBySteps(gathered, app),
        lag: textRange(gathered.range("appLag")),
        partitions: read.partitions.map((id) => ({
          isKnown: wasThere(app, query, id),
          ...partitionOf(gathered, id),
        })),
        omittedPartitions: behind === undefined ? 0 : behind.of - read.partitions.length,
      };
    });
  }

  /** @param rows as many as there may be; as many columns as the query has points. */
  heatmap(query: SpanQuery, rows: number, signal?: AbortSignal): Promise<WatermarkHeatmap> {
    return this.#inTurn(signal, async (reading) => {
      const { app } = await this.#read(reading, { ...query, maxPoints: 2 }, { metrics: [] });
      const names = [...new Set(app.flatMap(({ series }) => series.partitions))].sort((a, b) =>
        comparePartitions(partitionRefOf(a), partitionRefOf(b)),
      );
      const perRow = Math.max(1, Math.ceil(names.length / rows));
      const grouped = Array.from({ length: Math.ceil(names.length / perRow) }, (_, row) =>
        names.slice(row * perRow, (row + 1) * perRow),
      );
      const rowOf = new Map(grouped.flatMap((group, row) => group.map((name) => [name, row] as const)));
      let heat: Heat | undefined;
      const { window } = await this.#read(reading, query, {
        partitions: names,
        metrics: [],
        points: query.maxPoints,
        beside: (steps, stepMs) => {
          const made = new Heat(steps, stepMs, rowOf, grouped.length);
          heat = made;
          return (stored) => made.add(stored);
        },
      });
      const cells = heat?.cells ?? [];
      return {
        ...window,
        partitions: names.length,
        rows: cells.map((of, row) => {
          const [group = []] = grouped.slice(row);
          return { first: group[0] ?? "", last: group.at(-1) ?? "", count: group.length, ...of };
        }),
      };
    });
  }

  commits(query: SpanQuery, signal?: AbortSignal): Promise<CommitHistory> {
    return this.#inTurn(signal, async (reading) => {
      const { gathered, window } = await this.#read(reading, query, { metrics: commitMetrics });
      const mean = (values: readonly (number | null)[]) =>
        values.map((us) => (us === null ? null : us / 1000));
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
    });
  }

  /** @param wanted e.g. `1/0` for lane 0 of stage 1; `undefined`: the first ones. */
  lanes(query: SpanQuery, wanted?: readonly string[], signal?: AbortSignal): Promise<LaneHistory> {
    const choose = (all: readonly string[]) => (wanted ?? all).slice(0, historyLanesMax);
    return this.#inTurn(signal, async (reading) => {
      const lanes = { metrics: laneMetrics, choose };
      const { gathered, window, app } = await this.#read(reading, query, { metrics: [], lanes });
      const all = lanesIn(app);
      const chosen = choose(all);
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
    });
  }

  /** The newest tick at or before `atMs`, from the finest tier that has one with no gap between. */
  at(appId: string, atMs: number, signal?: AbortSignal): Promise<PastMoment> {
    return this.#inTurn(signal, (reading) => this.#at(reading, appId, atMs));
  }

  async #at(reading: Reading, appId: string, atMs: number): Promise<PastMoment> {
    for (const tier of tiers) {
      const sampleMs = await sampleNear(reading, appId, atMs, tier, this.#clock.nowMs());
      if (sampleMs === undefined) continue;
      const own = await this.#blockOf(reading, appId, sampleMs, tier);
      if (own === undefined) continue;
      const beside = await findBeside(reading, own);
      if (beside.kind === "too-much") throw tooMuchAtOnce(atMs, beside);
      if (beside.kind === "gone") continue;
      return momentOf(own, beside.partitions, sampleMs, atMs, tier);
    }
    return { kind: "unknown" };
  }

  /** The app's own block that has a step that ends at that tick; `undefined`: it is gone meanwhile. */
  async #blockOf(
    reading: Reading,
    appId: string,
    sampleMs: number,
    tier: Tier,
  ): Promise<StoredBlock | undefined> {
    const { app } = await rowsIn(reading, { appId, fromMs: sampleMs, toMs: sampleMs }, tier);
    for await (const stored of app)
      if (stored.block.steps.some(({ lastMs }) => lastMs === sampleMs)) return stored;
    return undefined;
  }

  /** Of the partitions at the last tick in the span. @returns `of`: how many there are. */
  async #furthestBehind(reading: Reading, { appId, fromMs, toMs }: SpanQuery): Promise<FurthestBehind> {
    const { app } = await this.#read(reading, { appId, fromMs, toMs, maxPoints: 2 }, { metrics: [] });
    const lastMs = newestAt(app, { fromMs, toMs });
    const moment = lastMs === undefined ? undefined : await this.#at(reading, appId, lastMs);
    if (moment?.kind !== "known") return { partitions: [], of: 0 };
    const chosen = furthestBehind(moment.partitions, historyPartitionsMax);
    return {
      partitions: chosen.map(({ topic, partition }) => `${topic}-${partition}`),
      of: moment.partitions.length,
    };
  }

  #read(reading: Reading, query: SpanQuery, wanted: SpanWanted): Promise<ReadSpan> {
    return readSpan({ reading, clock: this.#clock }, query, wanted);
  }

  #inTurn<Answer>(
    signal: AbortSignal | undefined,
    answer: (reading: Reading) => Promise<Answer>,
  ): Promise<Answer> {
    return this.#calls.do(() => answer(new Reading(this.#database, signal)), signal);
  }
}

/** Whether the app had that partition at a step of the span. */
function wasThere(app: readonly StoredBlock[], { fromMs, toMs }: SpanQuery, id: string): boolean {
  return app.some(
    ({ places, block }) =>
      places.partitions.has(id) &&
      block.steps.some(({ firstMs, lastMs }) => lastMs >= fromMs && firstMs <= toMs),
  );
}

function partitionOf(gathered: Gathered, id: string): Omit<PartitionHistory, "isKnown"> {
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
function heldBackBySteps(gathered: Gathered, app: readonly StoredBlock[]): WatermarkHistory["heldBackBy"] {
  // Many more are stored than are told of a long span.
  const byTime = new Map<number, ReturnType<typeof heldBackByOf>>(
    gathered.steps.map(({ lastMs }) => [lastMs, null]),
  );
  for (const { series, block } of app) {
    const holders = block.entity("heldBackBy", "last", 0) ?? [];
    const reasons = block.entity("heldBackReason", "last", 0) ?? [];
    for (const [i, { lastMs }] of block.steps.entries()) {
      if (!byTime.has(lastMs)) continue;
      const holder = holders[i];
      const id = holder === undefined ? undefined : series.partitions[Number(holder)];
      byTime.set(lastMs, heldBackByOf(id, reasons[i]));
    }
  }
  return gathered.steps.map(({ lastMs }) => byTime.get(lastMs) ?? null);
}

/**
 * Finds the rows that a span of one app's history is in, and reads those of the partitions that are wanted.
 *
 * What a coarser tier has already is left to it; what it does not have yet is read from the finer ones and the ticks.
 * All rows are read in one transaction, so that the upkeep can't move one meanwhile.
 */
import type { Database } from "../database/open-database.ts";
import { storing } from "../database/storage-error.ts";
import { type Block, decodeBlock } from "./block.ts";
import { inflate } from "./deflate.ts";
import { decodeFrame } from "./frame.ts";
import { bytesOf } from "./row.ts";
import { appSlab, placeOf, type Series, seriesOf, slabsOf } from "./series.ts";
import { type Tier, tiers } from "./tiers.ts";

/** The names of a series, each with its index. */
export interface Places {
  readonly partitions: ReadonlyMap<string, number>;
  readonly lanes: ReadonlyMap<string, number>;
}

export interface StoredBlock {
  readonly slab: number;
  readonly series: Series;
  readonly places: Places;
  readonly bootId: string;
  readonly block: Block;
}

export interface Span {
  readonly appId: string;
  readonly fromMs: number;
  readonly toMs: number;
}

interface Row {
  readonly slab: number;
  readonly series: string;
  readonly bootId: string;
  /** Of a tick: all slabs. */
  readonly isTick: boolean;
  readonly body: Uint8Array;
}

/**
 * The app's own blocks, and those of the partitions in `wanted`; `all`: of every partition.
 *
 * @param tier the coarsest to read.
 * @throws {ApiError} `storage`
 */
export function readBlocks(
  database: Database,
  span: Span,
  tier: Tier,
  wanted: ReadonlySet<string> | "all",
): Promise<readonly StoredBlock[]> {
  return storing("be read for history", () => blocksOf(database, span, tier, wanted));
}

async function blocksOf(
  database: Database,
  span: Span,
  tier: Tier,
  wanted: ReadonlySet<string> | "all",
): Promise<readonly StoredBlock[]> {
  const { rows, series } = await database.transaction().execute(async (trx) => {
    const found = await seriesIn(trx, span, tier);
    const read: Row[] = [];
    for (const [id, one] of found)
      read.push(...(await rowsOf(trx, span, tier, id, slabsWanted(one, wanted))));
    return { rows: read, series: found };
  });
  const blocks: StoredBlock[] = [];
  const placesOf = new Map([...series].map(([id, one]) => [id, placesIn(one)]));
  for (const row of rows) {
    const one = series.get(row.series);
    const places = placesOf.get(row.series);
    if (one === undefined || places === undefined) continue;
    const { bootId } = row;
    if (row.isTick) {
      const slabs = decodeFrame(row.body);
      for (const slab of slabsWanted(one, wanted)) {
        const bytes = slabs[slab];
        if (bytes !== undefined)
          blocks.push({ slab, series: one, places, bootId, block: decodeBlock(bytes) });
      }
    } else {
      const block = decodeBlock(await inflate(row.body));
      blocks.push({ slab: row.slab, series: one, places, bootId, block });
    }
  }
  return blocks;
}

function placesIn({ partitions, lanes }: Series): Places {
  return {
    partitions: new Map(partitions.map((id, i) => [id, i])),
    lanes: new Map(lanes.map((id, i) => [id, i])),
  };
}

function slabsWanted(series: Series, wanted: ReadonlySet<string> | "all"): readonly number[] {
  if (wanted === "all") return Array.from({ length: slabsOf(series) }, (_, slab) => slab);
  const slabs = new Set([appSlab]);
  for (const [i, id] of series.partitions.entries()) if (wanted.has(id)) slabs.add(placeOf(i).slab);
  return [...slabs];
}

/** The chunk that holds `fromMs` begins before it. */
function firstS({ fromMs }: Span, tier: Tier): number {
  return (Math.floor(fromMs / tier.chunkMs) * tier.chunkMs) / 1000;
}

async function seriesIn(trx: Database, span: Span, tier: Tier): Promise<ReadonlyMap<string, Series>> {
  const ids = new Set<string>();
  for (const finer of tiers.filter(({ stepMs }) => stepMs <= tier.stepMs)) {
    const rows = await chunksOf(trx, span, finer, finer === tier)
      .select("series")
      .distinct()
      .execute();
    for (const { series } of rows) ids.add(series);
  }
  const ticks = await ticksOf(trx, span).select("series").distinct().execute();
  for (const { series } of ticks) ids.add(series);
  if (ids.size === 0) return new Map();
  const rows = await trx
    .selectFrom("history_series")
    .select(["series", "body"])
    .where("app_id", "=", span.appId)
    .where("series", "in", [...ids])
    .execute();
  return new Map(rows.map(({ series, body }) => [series, seriesOf(body)]));
}

async function rowsOf(
  trx: Database,
  span: Span,
  tier: Tier,
  series: string,
  slabs: readonly number[],
): Promise<readonly Row[]> {
  const read: Row[] = [];
  for (const finer of tiers.filter(({ stepMs }) => stepMs <= tier.stepMs)) {
    const chunks = await chunksOf(trx, span, finer, finer === tier)
      .select(["slab", "boot_id", "body"])
      .where("series", "=", series)
      .where("slab", "in", slabs)
      .execute();
    for (const { slab, boot_id, body } of chunks)
      read.push({ slab: Number(slab), series, bootId: boot_id, isTick: false, body: bytesOf(body) });
  }
  const ticks = await ticksOf(trx, span).select(["boot_id", "body"]).where("series", "=", series).execute();
  for (const { boot_id, body } of ticks)
    read.push({ slab: appSlab, series, bootId: boot_id, isTick: true, body: bytesOf(body) });
  return read;
}

function chunksOf(trx: Database, span: Span, tier: Tier, withRolled: boolean) {
  return trx
    .selectFrom("history_chunks")
    .where("app_id", "=", span.appId)
    .where("tier", "=", tier.code)
    .where("from_s", ">=", firstS(span, tier))
    .where("from_s", "<=", Math.floor(span.toMs / 1000))
    .where("rolled", "in", withRolled ? [0, 1] : [0]);
}

function ticksOf(trx: Database, span: Span) {
  return trx
    .selectFrom("history_ticks")
    .where("app_id", "=", span.appId)
    .where("at_s", ">=", Math.floor(span.fromMs / 1000))
    .where("at_s", "<=", Math.floor(span.toMs / 1000));
}

/**
 * Makes old history smaller: ticks become the rows of the finest tier when their minute is over, and rows of a tier
 * become rows of the next coarser one when its span is over. Each step is one transaction, so that a killed process
 * leaves everything in exactly one place; what comes late becomes a part of its own.
 *
 * It owns nothing but the database's rows, and is called by the upkeep alone, one call at a time.
 */
import type { Database } from "../database/open-database.ts";
import { decodeBlock, encodeBlock } from "./block.ts";
import { deflate, inflate } from "./deflate.ts";
import { fold } from "./fold.ts";
import { decodeFrame } from "./frame.ts";
import { skewMaxMs } from "./placing.ts";
import { bytesOf, rowBytes } from "./row.ts";
import { finestTier, type Tier } from "./tiers.ts";

/** Ticks can be placed as far back as clocks may differ; a little more, and they have been written too. */
const settledMs = skewMaxMs + 5000;

/** A series in use is marked so this often. */
const seriesMarkS = 3600;

interface Piece {
  readonly slab: number;
  readonly body: Buffer;
}

/** What columns can be put together: those of one app, one span, one boot and one series. */
interface Lot {
  readonly appId: string;
  /** Start of the span, in seconds. */
  readonly fromS: number;
  readonly series: string;
  readonly bootId: string;
}

/** Does one part of a work; a part that fails keeps no other from being done. */
export type Attempt = (part: () => Promise<void>) => Promise<void>;

/** Puts the ticks of minutes that are over into the finest tier. */
export async function compactTicks(database: Database, nowMs: number, attempt: Attempt): Promise<void> {
  const beforeS = spanStartS(finestTier, nowMs - settledMs);
  const apps = await database
    .selectFrom("history_ticks")
    .select("app_id")
    .distinct()
    .where("at_s", "<", beforeS)
    .execute();
  for (const { app_id } of apps) await attempt(() => compactTicksOf(database, app_id, beforeS, attempt));
}

async function compactTicksOf(
  database: Database,
  appId: string,
  beforeS: number,
  attempt: Attempt,
): Promise<void> {
  const rows = await database
    .selectFrom("history_ticks")
    .select(["at_s", "series", "boot_id", "body"])
    .where("app_id", "=", appId)
    .where("at_s", "<", beforeS)
    .orderBy("at_s")
    .execute();
  const lots = lotsOf(rows, (row) => ({
    appId,
    fromS: spanStartS(finestTier, Number(row.at_s) * 1000),
    series: row.series,
    bootId: row.boot_id,
  }));
  for (const { lot, rows: ticks } of lots) await attempt(() => compactLot(database, lot, ticks));
}

interface StoredTick {
  readonly at_s: bigint | number;
  readonly body: ArrayBuffer | Uint8Array;
}

async function compactLot(database: Database, lot: Lot, ticks: readonly StoredTick[]): Promise<void> {
  const frames = ticks.map(({ body }) => decodeFrame(bytesOf(body)));
  const pieces: Piece[] = [];
  for (const slab of frames[0]?.keys() ?? []) {
    const blocks = frames.flatMap((frame) => frame[slab] ?? []).map(decodeBlock);
    pieces.push({ slab, body: await folded(blocks, finestTier) });
  }
  const seconds = ticks.map(({ at_s }) => Number(at_s));
  await database.transaction().execute(async (trx) => {
    await insertPieces(trx, lot, finestTier, pieces);
    await trx
      .deleteFrom("history_ticks")
      .where("app_id", "=", lot.appId)
      .where("series", "=", lot.series)
      .where("boot_id", "=", lot.bootId)
      .where("at_s", "in", seconds)
      .execute();
    await trx
      .updateTable("history_series")
      .set({ last_s: lot.fromS })
      .where("app_id", "=", lot.appId)
      .where("series", "=", lot.series)
      .where("last_s", "<", lot.fromS - seriesMarkS)
      .execute();
  });
}

export interface Rolling {
  readonly tier: Tier;
  readonly coarser: Tier;
  readonly beforeS: number;
  /** @default all */
  readonly appId?: string;
}

/** Puts the rows of `tier` that are before `beforeS` into `coarser`, too. */
export async function roll(
  database: Database,
  { tier, coarser, beforeS, appId }: Rolling,
  attempt: Attempt,
): Promise<void> {
  const all = database
    .selectFrom("history_chunks")
    .select(["app_id", "from_s", "part", "slab", "series", "boot_id"])
    .where("tier", "=", tier.code)
    .where("rolled", "=", 0)
    .where("from_s", "<", beforeS)
    .orderBy("from_s");
  const keys = await (appId === undefined ? all : all.where("app_id", "=", appId)).execute();
  const lots = lotsOf(keys, (key) => ({
    appId: key.app_id,
    fromS: spanStartS(coarser, Number(key.from_s) * 1000),
    series: key.series,
    bootId: key.boot_id,
  }));
  for (const { lot, rows } of lots) await attempt(() => rollLot(database, tier, coarser, lot, rows));
}

async function rollLot(
  database: Database,
  tier: Tier,
  coarser: Tier,
  lot: Lot,
  rows: readonly ChunkKey[],
): Promise<void> {
  const pieces: Piece[] = [];
  for (const slab of new Set(rows.map((row) => row.slab))) {
    const blocks = await blocksOf(
      database,
      tier,
      lot.appId,
      rows.filter((row) => row.slab === slab),
    );
    pieces.push({ slab: Number(slab), body: await folded(blocks, coarser) });
  }
  await database.transaction().execute(async (trx) => {
    await insertPieces(trx, lot, coarser, pieces);
    const spans = rows.map(({ from_s }) => Number(from_s));
    await trx
      .updateTable("history_chunks")
      .set({ rolled: 1 })
      .where("app_id", "=", lot.appId)
      .where("tier", "=", tier.code)
      .where("from_s", ">=", Math.min(...spans))
      .where("from_s", "<=", Math.max(...spans))
      .where("series", "=", lot.series)
      .where("boot_id", "=", lot.bootId)
      .execute();
  });
}

/** The start of the last span of `tier` that is over for good. */
export function settledSpanS(tier: Tier, nowMs: number): number {
  return spanStartS(tier, nowMs - settledMs);
}

function spanStartS(tier: Tier, atMs: number): number {
  return (Math.floor(atMs / tier.chunkMs) * tier.chunkMs) / 1000;
}

async function folded(blocks: Parameters<typeof fold>[0], tier: Tier): Promise<Buffer> {
  return deflate(encodeBlock(fold(blocks, tier.stepMs)));
}

interface ChunkKey {
  readonly from_s: bigint | number;
  readonly part: bigint | number;
  readonly slab: bigint | number;
}

async function blocksOf(database: Database, tier: Tier, appId: string, keys: readonly ChunkKey[]) {
  const blocks = [];
  for (const { from_s, part, slab } of keys) {
    const { body } = await database
      .selectFrom("history_chunks")
      .select("body")
      .where("app_id", "=", appId)
      .where("tier", "=", tier.code)
      .where("from_s", "=", from_s)
      .where("part", "=", part)
      .where("slab", "=", slab)
      .executeTakeFirstOrThrow();
    blocks.push(decodeBlock(await inflate(bytesOf(body))));
  }
  return blocks;
}

async function insertPieces(
  trx: Database,
  { appId, fromS, series, bootId }: Lot,
  tier: Tier,
  pieces: readonly Piece[],
): Promise<void> {
  const { highest } = await trx
    .selectFrom("history_chunks")
    .select(({ fn }) => fn.max("part").as("highest"))
    .where("app_id", "=", appId)
    .where("tier", "=", tier.code)
    .where("from_s", "=", fromS)
    .executeTakeFirstOrThrow();
  const part = highest === null ? 0 : Number(highest) + 1;
  for (const { slab, body } of pieces) {
    await trx
      .insertInto("history_chunks")
      .values({
        app_id: appId,
        tier: tier.code,
        from_s: fromS,
        part,
        slab,
        series,
        boot_id: bootId,
        rolled: 0,
        bytes: body.length + rowBytes,
        body,
      })
      .execute();
  }
}

function lotsOf<Row>(
  rows: readonly Row[],
  lotOf: (row: Row) => Lot,
): readonly { readonly lot: Lot; readonly rows: Row[] }[] {
  const lots = new Map<string, { readonly lot: Lot; readonly rows: Row[] }>();
  for (const row of rows) {
    const lot = lotOf(row);
    const key = `${lot.fromS} ${lot.series} ${lot.bootId} ${lot.appId}`;
    const held = lots.get(key);
    if (held === undefined) lots.set(key, { lot, rows: [row] });
    else held.rows.push(row);
  }
  return [...lots.values()];
}

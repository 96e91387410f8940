/**
 * The rows of history in the database: which of them a span of an app lies in, what they weigh, and what is in them.
 *
 * What a coarser tier has already is left to it; what it does not have yet is in the finer ones and the ticks.
 */
import type { Database } from "../database/open-database.ts";
import { readRowsMax } from "./read-bound.ts";
import { bytesOf } from "./row.ts";
import { appSlab } from "./series.ts";
import { type Tier, tiers } from "./tiers.ts";

export interface Span {
  readonly appId: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Rows of one span, boot and series: they lie in the database side by side. */
export type RowKey = ChunkKey | TickKey;

/** One row a slab; each has one of the app itself. */
export interface ChunkKey {
  readonly kind: "chunk";
  readonly appId: string;
  readonly tier: Tier;
  readonly fromS: bigint | number;
  readonly part: bigint | number;
  readonly series: string;
  readonly bootId: string;
}

/** One row of all slabs. */
export interface TickKey {
  readonly kind: "tick";
  readonly appId: string;
  readonly atS: bigint | number;
  readonly bytes: number;
  readonly series: string;
  readonly bootId: string;
}

export interface Row {
  readonly key: RowKey;
  /** Of a tick: all. */
  readonly slab: number | "all";
  readonly body: Uint8Array;
}

/** At most one of each kind more than may be read. @param tier the coarsest to read. */
export async function keysIn(trx: Database, span: Span, tier: Tier): Promise<readonly RowKey[]> {
  return [...(await ticksIn(trx, span)), ...(await chunksIn(trx, span, tier))];
}

async function chunksIn(trx: Database, span: Span, tier: Tier): Promise<readonly ChunkKey[]> {
  const { appId } = span;
  const keys: ChunkKey[] = [];
  for (const finer of tiers.filter(({ stepMs }) => stepMs <= tier.stepMs)) {
    const all = trx
      .selectFrom("history_chunks")
      .select(["from_s", "part", "series", "boot_id"])
      .where("app_id", "=", appId)
      .where("tier", "=", finer.code)
      .where("from_s", ">=", firstS(span, finer))
      .where("from_s", "<=", Math.floor(span.toMs / 1000))
      .where("slab", "=", appSlab)
      .limit(readRowsMax + 1);
    const found = await (finer === tier ? all : all.where("rolled", "=", 0)).execute();
    for (const { from_s, part, series, boot_id } of found)
      keys.push({ kind: "chunk", appId, tier: finer, fromS: from_s, part, series, bootId: boot_id });
  }
  return keys;
}

/** The chunk that holds `fromMs` begins before it. */
function firstS({ fromMs }: Span, tier: Tier): number {
  return (Math.floor(fromMs / tier.chunkMs) * tier.chunkMs) / 1000;
}

async function ticksIn(trx: Database, { appId, fromMs, toMs }: Span): Promise<readonly TickKey[]> {
  const found = await trx
    .selectFrom("history_ticks")
    .select(["at_s", "series", "boot_id", "bytes"])
    .where("app_id", "=", appId)
    .where("at_s", ">=", Math.floor(fromMs / 1000))
    .where("at_s", "<=", Math.floor(toMs / 1000))
    .limit(readRowsMax + 1)
    .execute();
  return found.map(({ at_s, series, boot_id, bytes }) => ({
    kind: "tick",
    appId,
    atS: at_s,
    series,
    bootId: boot_id,
    bytes: Number(bytes),
  }));
}

/** What each row of some slabs weighs, or the one of a tick. */
export async function weightsOf(
  trx: Database,
  key: RowKey,
  slabs: readonly number[],
): Promise<readonly { readonly slab: Row["slab"]; readonly bytes: number }[]> {
  if (key.kind === "tick") return [{ slab: "all", bytes: key.bytes }];
  const found = await chunksOf(trx, key, slabs).select(["slab", "bytes"]).execute();
  return found.map(({ slab, bytes }) => ({ slab: Number(slab), bytes: Number(bytes) }));
}

/** None, if it is gone meanwhile. */
export async function tickRows(trx: Database, key: TickKey): Promise<readonly Row[]> {
  const found = await trx
    .selectFrom("history_ticks")
    .select("body")
    .where("at_s", "=", key.atS)
    .where("app_id", "=", key.appId)
    .where("series", "=", key.series)
    .where("boot_id", "=", key.bootId)
    .execute();
  return found.map(({ body }) => ({ key, slab: "all", body: bytesOf(body) }));
}

export async function chunkRows(
  trx: Database,
  key: ChunkKey,
  slabs: readonly number[],
): Promise<readonly Row[]> {
  const found = await chunksOf(trx, key, slabs).select(["slab", "body"]).execute();
  return found.map(({ slab, body }) => ({ key, slab: Number(slab), body: bytesOf(body) }));
}

function chunksOf(trx: Database, { appId, tier, fromS, part }: ChunkKey, slabs: readonly number[]) {
  return trx
    .selectFrom("history_chunks")
    .where("app_id", "=", appId)
    .where("tier", "=", tier.code)
    .where("from_s", "=", fromS)
    .where("part", "=", part)
    .where("slab", "in", slabs);
}

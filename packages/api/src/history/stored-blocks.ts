/**
 * Finds the rows that a span of one app's history is in, and reads those of the partitions that are wanted.
 *
 * What a coarser tier has already is left to it; what it does not have yet is read from the finer ones and the ticks.
 * All rows are read in one transaction, so that the upkeep can't move one meanwhile, and no more of them than may be
 * held at once (invariant 17). Between some rows and the next the process does what else it has to do.
 */
import { setImmediate } from "node:timers/promises";
import type { Database } from "../database/open-database.ts";
import { storing } from "../database/storage-error.ts";
import type { Block } from "./block.ts";
import { inflate } from "./deflate.ts";
import { decodeFrame } from "./frame.ts";
import { readBlock, readingHistory } from "./read-block.ts";
import { costOf, howManyFit, readBytesMax, readRowsMax, type TooMuch } from "./read-bound.ts";
import { bytesOf } from "./row.ts";
import { appSlab, placeOf, type Series, seriesOf } from "./series.ts";
import { type Tier, tiers } from "./tiers.ts";

/** Slabs that are read in one go, which nothing else can run beside. */
const slabsAtOnce = 32;

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

/** Partitions by name, those first that are wanted most; `all`: every one, of a span that is short. */
export type Wanted = readonly string[] | "all";

export type Found =
  /** The rows are at hand; each iteration decodes them anew, one after the other. */
  | {
      readonly kind: "rows";
      readonly app: AsyncIterable<StoredBlock>;
      readonly partitions: AsyncIterable<StoredBlock>;
    }
  /** They are more than may be read at once. */
  | (TooMuch & { readonly kind: "too-much" });

/** What chunks of one span, boot and series are: they lie in the database side by side. */
interface Lot {
  readonly tier: Tier;
  readonly fromS: bigint | number;
  readonly part: bigint | number;
  readonly series: string;
  readonly bootId: string;
}

interface TickKey {
  readonly atS: bigint | number;
  readonly bytes: number;
  readonly series: string;
  readonly bootId: string;
}

interface Row {
  /** Of a tick: all slabs. */
  readonly slab: number | "tick";
  readonly series: string;
  readonly bootId: string;
  readonly body: Uint8Array;
}

interface NamedSeries {
  readonly series: Series;
  readonly places: Places;
  /** Of the partitions that are wanted. */
  readonly slabs: readonly number[];
}

/**
 * The app's own rows, and those of the partitions that are wanted.
 *
 * @param tier the coarsest to read.
 * @throws {ApiError} `storage`
 */
export function findRows(database: Database, span: Span, tier: Tier, wanted: Wanted): Promise<Found> {
  return storing(readingHistory, () =>
    database.transaction().execute((trx) => foundIn(trx, span, tier, wanted)),
  );
}

async function foundIn(trx: Database, span: Span, tier: Tier, wanted: Wanted): Promise<Found> {
  const lots = await lotsIn(trx, span, tier);
  const ticks = await ticksIn(trx, span);
  const count = lots.length + ticks.length;
  if (count > readRowsMax) return { kind: "too-much", cost: costOf(count, 0), fitting: 0 };
  const series = await seriesIn(
    trx,
    span.appId,
    new Set([...lots, ...ticks].map((one) => one.series)),
    wanted,
  );
  if (wanted !== "all") {
    const { cost, fitting } = await fitOf(trx, span.appId, lots, ticks, series, wanted);
    if (cost > readBytesMax) return { kind: "too-much", cost, fitting };
  }
  const rows: Row[] = [];
  for (const tick of ticks) rows.push(await tickRow(trx, span.appId, tick));
  for (const lot of lots) {
    const slabs = [appSlab, ...(series.get(lot.series)?.slabs ?? [])];
    for (let from = 0; from < slabs.length; from += slabsAtOnce) {
      rows.push(...(await chunkRows(trx, span.appId, lot, slabs.slice(from, from + slabsAtOnce))));
      await setImmediate();
    }
  }
  return {
    kind: "rows",
    app: decoded(rows, series, (slab) => slab === appSlab),
    partitions: decoded(rows, series, (slab) => slab !== appSlab),
  };
}

/** All of them at once: of an app's own, which are few. */
export async function listed(blocks: AsyncIterable<StoredBlock>): Promise<readonly StoredBlock[]> {
  const all: StoredBlock[] = [];
  for await (const stored of blocks) all.push(stored);
  return all;
}

/** One block at a time; the process does what else it has to do before each row. */
function decoded(
  rows: readonly Row[],
  named: ReadonlyMap<string, NamedSeries>,
  isWanted: (slab: number) => boolean,
): AsyncIterable<StoredBlock> {
  return {
    async *[Symbol.asyncIterator]() {
      for (const { slab, series: id, bootId, body } of rows) {
        const one = named.get(id);
        if (one === undefined || (slab !== "tick" && !isWanted(slab))) continue;
        const { series, places, slabs } = one;
        await setImmediate();
        if (slab !== "tick") {
          const bytes = await storing(readingHistory, () => inflate(body));
          yield { slab, series, places, bootId, block: readBlock(bytes) };
          continue;
        }
        const frame = await storing(readingHistory, async () => decodeFrame(body));
        for (const [at, bytes] of frame.entries()) {
          if (isWanted(at) && (at === appSlab || slabs.includes(at)))
            yield { slab: at, series, places, bootId, block: readBlock(bytes) };
        }
      }
    },
  };
}

/** Each has a row of the app itself. */
async function lotsIn(trx: Database, span: Span, tier: Tier): Promise<readonly Lot[]> {
  const lots: Lot[] = [];
  for (const finer of tiers.filter(({ stepMs }) => stepMs <= tier.stepMs)) {
    const all = trx
      .selectFrom("history_chunks")
      .select(["from_s", "part", "series", "boot_id"])
      .where("app_id", "=", span.appId)
      .where("tier", "=", finer.code)
      .where("from_s", ">=", firstS(span, finer))
      .where("from_s", "<=", Math.floor(span.toMs / 1000))
      .where("slab", "=", appSlab)
      .limit(readRowsMax + 1);
    const found = await (finer === tier ? all : all.where("rolled", "=", 0)).execute();
    for (const { from_s, part, series, boot_id } of found)
      lots.push({ tier: finer, fromS: from_s, part, series, bootId: boot_id });
  }
  return lots;
}

/** The chunk that holds `fromMs` begins before it. */
function firstS({ fromMs }: Span, tier: Tier): number {
  return (Math.floor(fromMs / tier.chunkMs) * tier.chunkMs) / 1000;
}

async function ticksIn(trx: Database, span: Span): Promise<readonly TickKey[]> {
  const found = await trx
    .selectFrom("history_ticks")
    .select(["at_s", "series", "boot_id", "bytes"])
    .where("app_id", "=", span.appId)
    .where("at_s", ">=", Math.floor(span.fromMs / 1000))
    .where("at_s", "<=", Math.floor(span.toMs / 1000))
    .limit(readRowsMax + 1)
    .execute();
  return found.map(({ at_s, series, boot_id, bytes }) => ({
    atS: at_s,
    series,
    bootId: boot_id,
    bytes: Number(bytes),
  }));
}

async function seriesIn(
  trx: Database,
  appId: string,
  ids: ReadonlySet<string>,
  wanted: Wanted,
): Promise<ReadonlyMap<string, NamedSeries>> {
  const named = new Map<string, NamedSeries>();
  for (const id of ids) {
    const row = await trx
      .selectFrom("history_series")
      .select("body")
      .where("app_id", "=", appId)
      .where("series", "=", id)
      .executeTakeFirst();
    if (row === undefined) continue;
    // The names of thousands of partitions take milliseconds.
    await setImmediate();
    const series = seriesOf(row.body);
    await setImmediate();
    const places = placesIn(series);
    const slabs = [
      ...new Set(
        (wanted === "all" ? series.partitions : wanted).flatMap((name) => slabOf(places, name) ?? []),
      ),
    ];
    named.set(id, { series, places, slabs });
  }
  return named;
}

function placesIn({ partitions, lanes }: Series): Places {
  return {
    partitions: new Map(partitions.map((id, i) => [id, i])),
    lanes: new Map(lanes.map((id, i) => [id, i])),
  };
}

function slabOf({ partitions }: Places, name: string): number | undefined {
  const index = partitions.get(name);
  return index === undefined ? undefined : placeOf(index).slab;
}

async function fitOf(
  trx: Database,
  appId: string,
  lots: readonly Lot[],
  ticks: readonly TickKey[],
  named: ReadonlyMap<string, NamedSeries>,
  wanted: readonly string[],
) {
  const costs = new Map<string, number>();
  let baseCost = ticks.reduce((sum, { bytes }) => sum + costOf(1, bytes), 0);
  for (const lot of lots) {
    const rows = await chunksOf(trx, appId, lot, [appSlab, ...(named.get(lot.series)?.slabs ?? [])])
      .select(["slab", "bytes"])
      .execute();
    for (const { slab, bytes } of rows) {
      const cost = costOf(1, Number(bytes));
      const part = `${lot.series} ${slab}`;
      if (Number(slab) === appSlab) baseCost += cost;
      else costs.set(part, cost + (costs.get(part) ?? 0));
    }
    await setImmediate();
  }
  const parts = wanted.map((name) =>
    [...named].flatMap(([id, { places }]) => {
      const slab = slabOf(places, name);
      return slab === undefined ? [] : `${id} ${slab}`;
    }),
  );
  return howManyFit(baseCost, parts, costs);
}

async function tickRow(trx: Database, appId: string, { atS, series, bootId }: TickKey): Promise<Row> {
  const { body } = await trx
    .selectFrom("history_ticks")
    .select("body")
    .where("at_s", "=", atS)
    .where("app_id", "=", appId)
    .where("series", "=", series)
    .where("boot_id", "=", bootId)
    .executeTakeFirstOrThrow();
  return { slab: "tick", series, bootId, body: bytesOf(body) };
}

async function chunkRows(
  trx: Database,
  appId: string,
  lot: Lot,
  slabs: readonly number[],
): Promise<readonly Row[]> {
  const { series, bootId } = lot;
  const found = await chunksOf(trx, appId, lot, slabs).select(["slab", "body"]).execute();
  return found.map(({ slab, body }) => ({ slab: Number(slab), series, bootId, body: bytesOf(body) }));
}

function chunksOf(trx: Database, appId: string, { tier, fromS, part }: Lot, slabs: readonly number[]) {
  return trx
    .selectFrom("history_chunks")
    .where("app_id", "=", appId)
    .where("tier", "=", tier.code)
    .where("from_s", "=", fromS)
    .where("part", "=", part)
    .where("slab", "in", slabs);
}

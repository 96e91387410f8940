/**
 * Finds the rows that a span of one app's history is in, and reads those of the partitions that are wanted.
 *
 * All rows are read in one transaction, so that the upkeep can't move one meanwhile, and no more of them than may be
 * held at once (invariant 17). Between some rows and the next the process does what else it has to do.
 */
import { storing } from "../database/storage-error.ts";
import type { Block } from "./block.ts";
import { inflate } from "./deflate.ts";
import { decodeFrame } from "./frame.ts";
import { type NamedSeries, namedSeries, slabOf, slabsOf } from "./named-series.ts";
import { readBlock, readingHistory } from "./read-block.ts";
import { costOf, howManyFit, readBytesMax, readRowsMax, type TooMuch } from "./read-bound.ts";
import type { Reading } from "./reading.ts";
import { appSlab } from "./series.ts";
import { chunkRows, keysIn, type Row, type RowKey, type Span, tickRows, weightsOf } from "./stored-rows.ts";
import type { Tier } from "./tiers.ts";

/** Slabs that are read in one go, which nothing else can run beside. */
const slabsAtOnce = 32;

export interface StoredBlock extends NamedSeries {
  readonly slab: number;
  readonly bootId: string;
  readonly block: Block;
  /** The rows that it is one of. */
  readonly key: RowKey;
}

export type Blocks = AsyncIterable<StoredBlock>;

/** The rows are more than may be read at once. */
interface FoundTooMuch extends TooMuch {
  readonly kind: "too-much";
}

/** Each iteration decodes the rows anew, one after the other. */
export type Found =
  | { readonly kind: "rows"; readonly app: Blocks; readonly partitions: Blocks }
  | FoundTooMuch;

export type FoundBeside =
  | { readonly kind: "rows"; readonly partitions: Blocks }
  /** The upkeep has put them elsewhere meanwhile. */
  | { readonly kind: "gone" }
  | FoundTooMuch;

/**
 * The app's own rows, and those of the partitions that are wanted.
 *
 * @param tier the coarsest to read.
 * @param wanted partitions by name, those first that are wanted most.
 * @throws {ApiError} `storage`
 */
export function findRows(
  reading: Reading,
  span: Span,
  tier: Tier,
  wanted: readonly string[],
): Promise<Found> {
  return reading.inOne((within) => foundIn(within, span, tier, wanted));
}

async function foundIn(reading: Reading, span: Span, tier: Tier, wanted: readonly string[]): Promise<Found> {
  const keys = await keysIn(reading.database, span, tier);
  if (keys.length > readRowsMax) return { kind: "too-much", cost: costOf(keys.length, 0), fitting: 0 };
  const series = await namedSeries(reading, span.appId, new Set(keys.map((key) => key.series)));
  const slabs = new Map(
    [...series].map(([id, { places }]) => [
      id,
      new Set(wanted.flatMap((name) => slabOf(places, name) ?? [])),
    ]),
  );
  const slabsFor = (key: RowKey) => [appSlab, ...(slabs.get(key.series) ?? [])];
  const { cost, fitting } = await fitOf(reading, keys, slabsFor, partsOf(series, wanted));
  if (cost > readBytesMax) return { kind: "too-much", cost, fitting };
  const rows: Row[] = [];
  for (const key of keys) rows.push(...(await readRows(reading, key, slabsFor(key))));
  return {
    kind: "rows",
    app: decoded(reading, rows, series, (_, slab) => slab === appSlab),
    partitions: decoded(reading, rows, series, (id, slab) => slabs.get(id)?.has(slab) === true),
  };
}

/** What each of the partitions that are wanted lies in. */
function partsOf(
  named: ReadonlyMap<string, NamedSeries>,
  wanted: readonly string[],
): readonly (readonly string[])[] {
  return wanted.map((name) =>
    [...named].flatMap(([id, { places }]) => {
      const slab = slabOf(places, name);
      return slab === undefined ? [] : partName(id, slab);
    }),
  );
}

function partName(series: string, slab: number): string {
  return `${series} ${slab}`;
}

async function fitOf(
  reading: Reading,
  keys: readonly RowKey[],
  slabsFor: (key: RowKey) => readonly number[],
  parts: readonly (readonly string[])[],
) {
  const costs = new Map<string, number>();
  let baseCost = 0;
  for (const key of keys) {
    for (const { slab, bytes } of await weightsOf(reading.database, key, slabsFor(key))) {
      const cost = costOf(1, bytes);
      if (slab === appSlab || slab === "all") baseCost += cost;
      else {
        const part = partName(key.series, slab);
        costs.set(part, cost + (costs.get(part) ?? 0));
      }
    }
    await reading.turn();
  }
  return howManyFit(baseCost, parts, costs);
}

/**
 * All partitions beside one of the app's own blocks, of the same ticks: what else is in the span is not read.
 *
 * @throws {ApiError} `storage`
 */
export function findBeside(reading: Reading, { key, series, places }: StoredBlock): Promise<FoundBeside> {
  return reading.inOne(async (within) => {
    const slabs = slabsOf(series);
    const { cost } = await fitOf(
      within,
      [key],
      () => slabs,
      slabs.map((slab) => [partName(key.series, slab)]),
    );
    if (cost > readBytesMax) return { kind: "too-much", cost, fitting: 0 };
    const rows = await readRows(within, key, slabs);
    if (rows.length === 0 && slabs.length > 0) return { kind: "gone" };
    const named = new Map([[key.series, { series, places }]]);
    return { kind: "rows", partitions: decoded(reading, rows, named, (_, slab) => slab !== appSlab) };
  });
}

/** All of them at once: of an app's own, which are few. */
export async function listed(blocks: Blocks): Promise<readonly StoredBlock[]> {
  const all: StoredBlock[] = [];
  for await (const stored of blocks) all.push(stored);
  return all;
}

/** Of a tick the one row that it has. */
async function readRows(reading: Reading, key: RowKey, slabs: readonly number[]): Promise<readonly Row[]> {
  if (key.kind === "tick") return tickRows(reading.database, key);
  const rows: Row[] = [];
  for (let from = 0; from < slabs.length; from += slabsAtOnce) {
    rows.push(...(await chunkRows(reading.database, key, slabs.slice(from, from + slabsAtOnce))));
    await reading.turn();
  }
  return rows;
}

/** One block at a time; the process does what else it has to do before each row. */
function decoded(
  reading: Reading,
  rows: readonly Row[],
  named: ReadonlyMap<string, NamedSeries>,
  isWanted: (series: string, slab: number) => boolean,
): Blocks {
  return {
    async *[Symbol.asyncIterator]() {
      for (const { key, slab, body } of rows) {
        const one = named.get(key.series);
        if (one === undefined || (slab !== "all" && !isWanted(key.series, slab))) continue;
        const { series, places } = one;
        const { bootId } = key;
        await reading.turn();
        for (const [at, bytes] of await slabsIn(slab, body))
          if (isWanted(key.series, at))
            yield { slab: at, series, places, bootId, block: readBlock(bytes), key };
      }
    },
  };
}

function slabsIn(slab: Row["slab"], body: Uint8Array): Promise<Iterable<readonly [number, Uint8Array]>> {
  return storing(readingHistory, async () =>
    slab === "all" ? decodeFrame(body).entries() : [[slab, await inflate(body)]],
  );
}

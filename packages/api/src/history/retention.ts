/**
 * Forgets what is too old, and the oldest of what takes more than its share of the bytes.
 *
 * It owns nothing but the database's rows, and is called by the upkeep alone. Bytes are those of the rows as
 * they are counted when written; pages that are given up are used again, so the file itself stays about as large as
 * it was at its largest.
 */
import type { Database } from "../database/open-database.ts";
import { roll } from "./compactor.ts";
import { type EventKind, eventKinds } from "./events.ts";
import { type HistoryLimits, type Tier, tiers } from "./tiers.ts";

/** Spans of time that one step of a clearing looks at. */
const spansAtOnce = 500;

/** What the names of partitions and lanes may take, of all bytes. */
const seriesShare = 0.05;

/** Forgets what is older than it is kept. */
export async function expire(database: Database, limits: HistoryLimits, nowMs: number): Promise<void> {
  for (const tier of tiers) {
    await database
      .deleteFrom("history_chunks")
      .where("tier", "=", tier.code)
      .where("rolled", "in", [0, 1])
      .where("from_s", "<", Math.floor((nowMs - limits.tiers[tier.name].keepMs - tier.chunkMs) / 1000))
      .execute();
  }
  for (const kind of eventKinds) {
    await database
      .deleteFrom("history_events")
      .where("kind", "=", kind)
      .where("at_ms", "<", nowMs - limits.events[kind].keepMs)
      .execute();
  }
  const longestMs = Math.max(...tiers.map(({ name, chunkMs }) => limits.tiers[name].keepMs + chunkMs));
  await database
    .deleteFrom("history_series")
    .where("last_s", "<", Math.floor((nowMs - longestMs) / 1000) - 7200)
    .execute();
}

/** Gives up the oldest until each kind is within its share. */
export async function bound(database: Database, limits: HistoryLimits): Promise<void> {
  for (const [i, tier] of tiers.entries()) {
    const ticks = i === 0 ? await tickBytes(database) : 0;
    const share = limits.bytesMax * limits.tiers[tier.name].share;
    const used = await chunkBytes(database, tier);
    if (used + ticks > share) await clearChunks(database, tier, tiers[i + 1], used + ticks - share);
    if (i === 0 && ticks > share) await clearTicks(database, ticks - share);
  }
  for (const kind of eventKinds) {
    const excess = (await eventBytes(database, kind)) - limits.bytesMax * limits.events[kind].share;
    if (excess > 0) await clearEvents(database, kind, excess);
  }
  await boundSeries(database, limits.bytesMax * seriesShare);
}

/** What the coarser tier does not have yet goes there first. */
async function clearChunks(
  database: Database,
  tier: Tier,
  coarser: Tier | undefined,
  excessBytes: number,
): Promise<void> {
  let excess = excessBytes;
  while (excess > 0) {
    const spans = await database
      .selectFrom("history_chunks")
      .select(({ fn }) => ["from_s", fn.sum<bigint | number>("bytes").as("bytes")])
      .where("tier", "=", tier.code)
      .groupBy("from_s")
      .orderBy("from_s")
      .limit(spansAtOnce)
      .execute();
    let lastS: number | undefined;
    for (const { from_s, bytes } of spans) {
      if (excess <= 0) break;
      excess -= Number(bytes);
      lastS = Number(from_s);
    }
    if (lastS === undefined) return;
    if (coarser !== undefined) await roll(database, tier, coarser, lastS + 1);
    await database
      .deleteFrom("history_chunks")
      .where("tier", "=", tier.code)
      .where("from_s", "<=", lastS)
      .execute();
  }
}

async function clearTicks(database: Database, excessBytes: number): Promise<void> {
  const seconds = await database
    .selectFrom("history_ticks")
    .select(({ fn }) => ["at_s", fn.sum<bigint | number>("bytes").as("bytes")])
    .groupBy("at_s")
    .orderBy("at_s")
    .execute();
  let excess = excessBytes;
  for (const { at_s, bytes } of seconds) {
    if (excess <= 0) return;
    await database.deleteFrom("history_ticks").where("at_s", "=", at_s).execute();
    excess -= Number(bytes);
  }
}

async function clearEvents(database: Database, kind: EventKind, excessBytes: number): Promise<void> {
  let excess = excessBytes;
  while (excess > 0) {
    const oldest = await database
      .selectFrom("history_events")
      .select(["at_ms", "bytes"])
      .where("kind", "=", kind)
      .orderBy("at_ms")
      .limit(spansAtOnce)
      .execute();
    let lastMs: number | undefined;
    for (const { at_ms, bytes } of oldest) {
      if (excess <= 0) break;
      excess -= Number(bytes);
      lastMs = Number(at_ms);
    }
    if (lastMs === undefined) return;
    await database
      .deleteFrom("history_events")
      .where("kind", "=", kind)
      .where("at_ms", "<=", lastMs)
      .execute();
  }
}

/** An app whose partitions change all the time gives up its own oldest names, and no other's. */
async function boundSeries(database: Database, share: number): Promise<void> {
  for (;;) {
    const apps = await database
      .selectFrom("history_series")
      .select(({ fn }) => [
        "app_id",
        fn.sum<bigint | number>("bytes").as("bytes"),
        fn.min("last_s").as("oldest"),
      ])
      .groupBy("app_id")
      .execute();
    const used = apps.reduce((sum, { bytes }) => sum + Number(bytes), 0);
    const [largest] = apps.toSorted((a, z) => Number(z.bytes) - Number(a.bytes));
    if (used <= share || largest === undefined) return;
    await database
      .deleteFrom("history_series")
      .where("app_id", "=", largest.app_id)
      .where("last_s", "=", largest.oldest)
      .execute();
  }
}

async function chunkBytes(database: Database, tier: Tier): Promise<number> {
  const { bytes } = await database
    .selectFrom("history_chunks")
    .select(({ fn }) => fn.sum<bigint | number | null>("bytes").as("bytes"))
    .where("tier", "=", tier.code)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

async function tickBytes(database: Database): Promise<number> {
  const { bytes } = await database
    .selectFrom("history_ticks")
    .select(({ fn }) => fn.sum<bigint | number | null>("bytes").as("bytes"))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

async function eventBytes(database: Database, kind: EventKind): Promise<number> {
  const { bytes } = await database
    .selectFrom("history_events")
    .select(({ fn }) => fn.sum<bigint | number | null>("bytes").as("bytes"))
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** What one kind of history holds. */
export interface Held {
  readonly bytes: number;
  /** The oldest that is there. */
  readonly fromMs: number | undefined;
}

/** What each kind holds now. */
export async function held(database: Database): Promise<ReadonlyMap<Tier["name"] | EventKind, Held>> {
  const all = new Map<Tier["name"] | EventKind, Held>();
  const [ticks] = await database
    .selectFrom("history_ticks")
    .select(({ fn }) => [fn.min("at_s").as("oldest"), fn.sum<bigint | number | null>("bytes").as("bytes")])
    .execute();
  const chunks = await database
    .selectFrom("history_chunks")
    .select(({ fn }) => ["tier", fn.min("from_s").as("oldest"), fn.sum<bigint | number>("bytes").as("bytes")])
    .groupBy("tier")
    .execute();
  for (const [i, tier] of tiers.entries()) {
    const row = chunks.find(({ tier: code }) => Number(code) === tier.code);
    const oldest = [row?.oldest, i === 0 ? ticks?.oldest : undefined].flatMap((s) => s ?? []).map(Number);
    all.set(tier.name, {
      bytes: Number(row?.bytes ?? 0) + (i === 0 ? Number(ticks?.bytes ?? 0) : 0),
      fromMs: oldest.length === 0 ? undefined : Math.min(...oldest) * 1000,
    });
  }
  const events = await database
    .selectFrom("history_events")
    .select(({ fn }) => ["kind", fn.min("at_ms").as("oldest"), fn.sum<bigint | number>("bytes").as("bytes")])
    .groupBy("kind")
    .execute();
  for (const kind of eventKinds) {
    const row = events.find((event) => event.kind === kind);
    all.set(kind, {
      bytes: Number(row?.bytes ?? 0),
      fromMs: row === undefined ? undefined : Number(row.oldest),
    });
  }
  return all;
}

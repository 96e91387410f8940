/**
 * Forgets what is too old, and the oldest of what takes more than its share of the bytes. Of several apps the one that
 * holds most gives up its own: no app pushes out what is kept of another.
 *
 * It owns nothing but the database's rows, and is called by the upkeep alone. Bytes are those of the rows as
 * they are counted when written.
 */
import type { Database } from "../database/open-database.ts";
import { type Attempt, roll } from "./compactor.ts";
import { type EventKind, eventKinds } from "./events.ts";
import { excessOf } from "./fair-share.ts";
import { finestTier, type HistoryLimits, type Tier, tiers } from "./tiers.ts";

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
      .where("from_s", "<", oldestS(limits, tier, nowMs))
      .execute();
  }
  // What can't be compacted, since it is damaged, is kept no longer than what it would be compacted to.
  await database
    .deleteFrom("history_ticks")
    .where("at_s", "<", oldestS(limits, finestTier, nowMs))
    .execute();
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

function oldestS(limits: HistoryLimits, tier: Tier, nowMs: number): number {
  return Math.floor((nowMs - limits.tiers[tier.name].keepMs - tier.chunkMs) / 1000);
}

/** Gives up the oldest until each kind is within its share. */
export async function bound(database: Database, limits: HistoryLimits, attempt: Attempt): Promise<void> {
  for (const tier of tiers)
    await attempt(() => boundTier(database, tier, limits.bytesMax * limits.tiers[tier.name].share, attempt));
  for (const kind of eventKinds)
    await attempt(() => boundEvents(database, kind, limits.bytesMax * limits.events[kind].share));
  await attempt(() => boundSeries(database, limits.bytesMax * seriesShare));
}

async function boundTier(database: Database, tier: Tier, share: number, attempt: Attempt): Promise<void> {
  const chunks = byApp(
    await database
      .selectFrom("history_chunks")
      .select(({ fn }) => ["app_id", fn.sum<bigint | number>("bytes").as("bytes")])
      .where("tier", "=", tier.code)
      .groupBy("app_id")
      .execute(),
  );
  const held = new Map(chunks);
  if (tier === finestTier) {
    const ticks = await database
      .selectFrom("history_ticks")
      .select(({ fn }) => ["app_id", fn.sum<bigint | number>("bytes").as("bytes")])
      .groupBy("app_id")
      .execute();
    for (const [appId, bytes] of byApp(ticks)) held.set(appId, bytes + (held.get(appId) ?? 0));
  }
  for (const [appId, excess] of excessOf(held, share))
    await attempt(async () => {
      await clearChunks(database, appId, tier, excess, attempt);
      const ofTicks = excess - (chunks.get(appId) ?? 0);
      if (ofTicks > 0) await clearTicks(database, appId, ofTicks);
    });
}

function byApp(
  rows: readonly { readonly app_id: string; readonly bytes: bigint | number }[],
): Map<string, number> {
  return new Map(rows.map(({ app_id, bytes }) => [app_id, Number(bytes)]));
}

/** What the coarser tier does not have yet goes there first. */
async function clearChunks(
  database: Database,
  appId: string,
  tier: Tier,
  excessBytes: number,
  attempt: Attempt,
): Promise<void> {
  const coarser = tiers[tiers.indexOf(tier) + 1];
  let excess = excessBytes;
  while (excess > 0) {
    const spans = await database
      .selectFrom("history_chunks")
      .select(({ fn }) => ["from_s", fn.sum<bigint | number>("bytes").as("bytes")])
      .where("app_id", "=", appId)
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
    if (coarser !== undefined) await roll(database, { tier, coarser, beforeS: lastS + 1, appId }, attempt);
    await database
      .deleteFrom("history_chunks")
      .where("app_id", "=", appId)
      .where("tier", "=", tier.code)
      .where("from_s", "<=", lastS)
      .execute();
  }
}

async function clearTicks(database: Database, appId: string, excessBytes: number): Promise<void> {
  const ticks = await database
    .selectFrom("history_ticks")
    .select(["at_s", "bytes"])
    .where("app_id", "=", appId)
    .orderBy("at_s")
    .execute();
  let excess = excessBytes;
  let lastS: number | undefined;
  for (const { at_s, bytes } of ticks) {
    if (excess <= 0) break;
    excess -= Number(bytes);
    lastS = Number(at_s);
  }
  if (lastS === undefined) return;
  await database.deleteFrom("history_ticks").where("app_id", "=", appId).where("at_s", "<=", lastS).execute();
}

async function boundEvents(database: Database, kind: EventKind, share: number): Promise<void> {
  const apps = await database
    .selectFrom("history_events")
    .select(({ fn }) => ["app_id", fn.sum<bigint | number>("bytes").as("bytes")])
    .where("kind", "=", kind)
    .groupBy("app_id")
    .execute();
  for (const [appId, excess] of excessOf(byApp(apps), share))
    await clearEvents(database, appId, kind, excess);
}

async function clearEvents(
  database: Database,
  appId: string,
  kind: EventKind,
  excessBytes: number,
): Promise<void> {
  let excess = excessBytes;
  while (excess > 0) {
    const oldest = await database
      .selectFrom("history_events")
      .select(["at_ms", "entry_id", "bytes"])
      .where("app_id", "=", appId)
      .where("kind", "=", kind)
      .orderBy("at_ms")
      .orderBy("entry_id")
      .limit(spansAtOnce)
      .execute();
    let last: { readonly at_ms: bigint | number; readonly entry_id: bigint | number } | undefined;
    for (const event of oldest) {
      if (excess <= 0) break;
      excess -= Number(event.bytes);
      last = event;
    }
    if (last === undefined) return;
    const { at_ms, entry_id } = last;
    await database
      .deleteFrom("history_events")
      .where("app_id", "=", appId)
      .where("kind", "=", kind)
      .where(({ eb, and, or }) =>
        or([eb("at_ms", "<", at_ms), and([eb("at_ms", "=", at_ms), eb("entry_id", "<=", entry_id)])]),
      )
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

/** What history holds, and from when on. It owns nothing; whoever reads history asks it. */
import type { Database } from "../database/open-database.ts";
import { decodeBlock } from "./block.ts";
import { inflate } from "./deflate.ts";
import { type EventKind, eventKinds } from "./events.ts";
import { bytesOf } from "./row.ts";
import { appSlab } from "./series.ts";
import { type Tier, tiers } from "./tiers.ts";

/** What one kind of history holds. */
export interface Held {
  readonly bytes: number;
  /** The second of the oldest that is there. */
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
    const ofChunks = row === undefined ? undefined : await oldestTickS(database, tier, Number(row.oldest));
    const oldest = [ofChunks, i === 0 ? ticks?.oldest : undefined].flatMap((s) => s ?? []).map(Number);
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

/**
 * A row of chunks begins on the full minute, ten or hour, its ticks when there was one. Where none of the oldest rows
 * can be read, they are taken to be full.
 */
async function oldestTickS(database: Database, tier: Tier, fromS: number): Promise<number> {
  const own = database
    .selectFrom("history_chunks")
    .where("tier", "=", tier.code)
    .where("from_s", "=", fromS)
    .where("slab", "=", appSlab);
  let oldestMs: number | undefined;
  // One by one, so that the bodies of one are held at a time.
  for (const { app_id, part } of await own.select(["app_id", "part"]).execute()) {
    const row = await own
      .select("body")
      .where("app_id", "=", app_id)
      .where("part", "=", part)
      .executeTakeFirst();
    const firstMs = row === undefined ? undefined : await firstTickMs(bytesOf(row.body));
    if (firstMs !== undefined) oldestMs = Math.min(firstMs, oldestMs ?? firstMs);
  }
  return oldestMs === undefined ? fromS : Math.floor(oldestMs / 1000);
}

async function firstTickMs(body: Uint8Array): Promise<number | undefined> {
  try {
    const [step] = decodeBlock(await inflate(body)).steps;
    return step?.firstMs;
  } catch {
    // Damaged: whoever reads it is told.
    return undefined;
  }
}

/**
 * The bugs of each app that history has, and which of them nobody has looked at; called by whoever counts them.
 *
 * It owns what was last read of each app. Pages ask each second, so the database is asked again only after
 * {@link rereadMs}, or once somebody has acknowledged one; what came in between is among what the collector holds, which
 * the caller looks at each time. Bounded: of each app {@link countedMax} are counted (invariant 17).
 */
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { CollectedApp } from "../collector/collected-app.ts";
import type { Database } from "../database/open-database.ts";
import { storing } from "../database/storage-error.ts";
import { entryKey } from "../entry-key.ts";
import type { ViolationRef } from "../wire/index.ts";

/** How long what was read is good. */
const rereadMs = 10_000;

/** The most bugs of one app that are counted. */
const countedMax = 5000;

export interface BugsOfRun {
  readonly bootId: string;
  readonly bugs: number;
  readonly unacknowledged: number;
}

export interface BugsOfApp {
  readonly runs: readonly BugsOfRun[];
  /** There are more than were counted. */
  readonly isMore: boolean;
  /** Which of those that the collector held are counted in `runs`, by {@link entryKey}. */
  readonly written: ReadonlySet<string>;
}

const none: BugsOfApp = { runs: [], isMore: false, written: new Set() };

/** What was read, and when. */
interface Read<T> {
  readonly atMs: number;
  readonly value: Promise<T>;
  hasFailed: boolean;
}

export interface WrittenBugsOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** @default {@link countedMax} */
  readonly countedMax?: number;
}

export class WrittenBugs {
  readonly #options: WrittenBugsOptions;
  /** The ids of those that have any: most have none, and are not asked for. */
  #apps: Read<ReadonlySet<string>> | undefined;
  readonly #ofApp = new WeakMap<CollectedApp, Read<BugsOfApp>>();

  constructor(options: WrittenBugsOptions) {
    this.#options = options;
  }

  /**
   * @param held the bugs that the app's collector holds.
   * @throws {ApiError} `storage`
   */
  async of(app: CollectedApp, held: readonly ViolationRef[]): Promise<BugsOfApp> {
    const { database, countedMax: max = countedMax } = this.#options;
    this.#apps = this.#again(this.#apps, () => appsWithBugs(database));
    if (!(await this.#apps.value).has(app.id)) return none;
    const read = this.#again(this.#ofApp.get(app), () => bugsOf(database, app.id, held, max));
    this.#ofApp.set(app, read);
    return read.value;
  }

  /** Somebody has looked at some of the app's. */
  acknowledged(app: CollectedApp): void {
    this.#ofApp.delete(app);
  }

  /** What was read, or reads anew where that is no longer good or failed. */
  #again<T>(known: Read<T> | undefined, read: () => Promise<T>): Read<T> {
    const atMs = this.#options.clock.nowMs();
    if (known !== undefined && !known.hasFailed) {
      const age = atMs - known.atMs;
      // A clock that is set back makes nothing good for longer.
      if (age >= 0 && age < rereadMs) return known;
    }
    const anew = { atMs, value: storing("be read for violations", read), hasFailed: false };
    anew.value.catch(() => {
      anew.hasFailed = true;
    });
    return anew;
  }
}

async function appsWithBugs(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.selectFrom("history_events").select("app_id").distinct().where(isBug).execute();
  return new Set(rows.map(({ app_id }) => app_id));
}

async function bugsOf(
  database: Database,
  appId: string,
  held: readonly ViolationRef[],
  max: number,
): Promise<BugsOfApp> {
  // Many apps are read one after the other: others have their turn in between.
  await setImmediate();
  const { written, rows } = await database.transaction().execute(async (transaction) => ({
    written: await writtenOf(transaction, appId, held),
    rows: await runsOf(transaction, appId, max + 1),
  }));
  const runs = rows.map(({ boot_id, bugs, looked }) => ({
    bootId: boot_id,
    bugs: Number(bugs),
    unacknowledged: Number(bugs) - Number(looked),
  }));
  return { runs, isMore: runs.reduce((sum, { bugs }) => sum + bugs, 0) > max, written };
}

/** Those of `held` that were written down, by {@link entryKey}. */
async function writtenOf(
  database: Database,
  appId: string,
  held: readonly ViolationRef[],
): Promise<ReadonlySet<string>> {
  if (held.length === 0) return new Set();
  const rows = await database
    .selectFrom("history_events")
    .select(["boot_id", "entry_id"])
    .where("app_id", "=", appId)
    .where(isBug)
    .where("boot_id", "in", [...new Set(held.map(({ bootId }) => bootId))])
    .where("entry_id", "in", [...new Set(held.map(({ id }) => BigInt(id)))])
    .execute();
  return new Set(rows.map(({ boot_id, entry_id }) => entryKey({ bootId: boot_id, id: String(entry_id) })));
}

/** Each run with how many there are, and how many of those somebody has looked at. */
function runsOf(database: Database, appId: string, limit: number) {
  const bugs = database
    .selectFrom("history_events as event")
    .leftJoin("acknowledgements as looked", (join) =>
      join
        .onRef("looked.app_id", "=", "event.app_id")
        .onRef("looked.boot_id", "=", "event.boot_id")
        .on(({ eb }) => eb("looked.violation_id", "=", eb.cast<string>("event.entry_id", "text"))),
    )
    .select(["event.boot_id", "looked.at_ms as looked_at_ms"])
    .where("event.app_id", "=", appId)
    .where(isBug)
    .limit(limit);
  return database
    .selectFrom(bugs.as("bug"))
    .select(({ fn }) => [
      "boot_id",
      fn.countAll<bigint>().as("bugs"),
      fn.count<bigint>("looked_at_ms").as("looked"),
    ])
    .groupBy("boot_id")
    .execute();
}

/** As it stands in the index, which a value that is bound would not be known to fulfil. */
const isBug = sql<boolean>`bug = 1`;

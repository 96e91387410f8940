/** What happened in an app, newest first, page by page; from what was written down. */
import type { z } from "zod";
import { ApiError } from "../api-error.ts";
import type { Database } from "../database/open-database.ts";
import { storing } from "../database/storage-error.ts";
import type { EntryRef } from "../entry-key.ts";
import { oneLine } from "../one-line.ts";
import {
  type HoldEntry,
  holdEntry,
  type LateDropEntry,
  type LeaderChangeEntry,
  lateDropEntry,
  leaderChangeEntry,
  type ViolationEntry,
  violationEntry,
} from "../wire/entry-pages.ts";
import { type LifecycleChange, lifecycleChange } from "../wire/lifecycle-change.ts";
import type { EventKind } from "./events.ts";

export interface EventQuery {
  readonly appId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
  /** `nextBefore` of the page before. */
  readonly before?: string | undefined;
}

export interface EventPage<Entry> {
  readonly items: Entry[];
  readonly nextBefore: string | null;
  /** The cursor behind each of the items. */
  readonly cursors: readonly string[];
}

/** What can't be done where the database fails. */
const reading = "be read for what happened";
const entryIdMax = 2n ** 63n - 1n;

/** Each is placed at its time; a hold at its end. @throws {ApiError} `unknown-cursor`, `storage` */
export class PastEvents {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  holds(query: EventQuery): Promise<EventPage<HoldEntry>> {
    return this.#page("hold", holdEntry, query);
  }

  lateDrops(query: EventQuery): Promise<EventPage<LateDropEntry>> {
    return this.#page("late-drop", lateDropEntry, query);
  }

  violations(query: EventQuery): Promise<EventPage<ViolationEntry>> {
    return this.#page("violation", violationEntry, query);
  }

  /** The one of that run and id; `undefined` where it was not written down, or is forgotten. */
  violation(appId: string, ref: EntryRef): Promise<ViolationEntry | undefined> {
    return this.#one("violation", violationEntry, appId, ref);
  }

  /** As {@link violation}. */
  lateDrop(appId: string, ref: EntryRef): Promise<LateDropEntry | undefined> {
    return this.#one("late-drop", lateDropEntry, appId, ref);
  }

  lifecycle(query: EventQuery): Promise<EventPage<LifecycleChange>> {
    return this.#page("life-cycle", lifecycleChange, query);
  }

  leaderChanges(query: EventQuery): Promise<EventPage<LeaderChangeEntry>> {
    return this.#page("leader-change", leaderChangeEntry, query);
  }

  /** How many there are of a kind in a span. @throws {ApiError} `storage` */
  count(
    kind: EventKind,
    { appId, fromMs, toMs }: Pick<EventQuery, "appId" | "fromMs" | "toMs">,
  ): Promise<number> {
    return storing(reading, async () => {
      const { count } = await this.#database
        .selectFrom("history_events")
        .select(({ fn }) => fn.countAll().as("count"))
        .where("app_id", "=", appId)
        .where("kind", "=", kind)
        .where("at_ms", ">=", fromMs)
        .where("at_ms", "<=", toMs)
        .executeTakeFirstOrThrow();
      return Number(count);
    });
  }

  #one<Entry>(
    kind: EventKind,
    schema: z.ZodType<Entry>,
    appId: string,
    { bootId, id }: EntryRef,
  ): Promise<Entry | undefined> {
    return storing(reading, async () => {
      const row = await this.#database
        .selectFrom("history_events")
        .select("body")
        .where("app_id", "=", appId)
        .where("kind", "=", kind)
        .where("boot_id", "=", bootId)
        .where("entry_id", "=", BigInt(id))
        .executeTakeFirst();
      return row === undefined ? undefined : schema.parse(JSON.parse(row.body));
    });
  }

  async #page<Entry>(
    kind: EventKind,
    schema: z.ZodType<Entry>,
    { appId, fromMs, toMs, limit, before }: EventQuery,
  ): Promise<EventPage<Entry>> {
    const cursor = before === undefined ? undefined : cursorOf(before);
    let selection = this.#database
      .selectFrom("history_events")
      .select(["at_ms", "boot_id", "entry_id", "body"])
      .where("app_id", "=", appId)
      .where("kind", "=", kind)
      .where("at_ms", ">=", fromMs)
      // The index is entered where the page begins, and not at the newest of all.
      .where("at_ms", "<=", cursor === undefined || cursor.atMs > toMs ? toMs : cursor.atMs);
    if (cursor !== undefined) {
      const { atMs, entryId, bootId } = cursor;
      selection = selection.where(({ eb, and, or }) =>
        or([
          eb("at_ms", "<", atMs),
          and([eb("at_ms", "=", atMs), eb("entry_id", "<", entryId)]),
          and([eb("at_ms", "=", atMs), eb("entry_id", "=", entryId), eb("boot_id", "<", bootId)]),
        ]),
      );
    }
    const ordered = selection
      .orderBy("at_ms", "desc")
      .orderBy("entry_id", "desc")
      .orderBy("boot_id", "desc")
      .limit(limit + 1);
    return storing(reading, async () => {
      const rows = await ordered.execute();
      const shown = rows.slice(0, limit);
      const cursors = shown.map(({ at_ms, entry_id, boot_id }) => `${at_ms}.${entry_id}.${boot_id}`);
      return {
        items: shown.map(({ body }) => schema.parse(JSON.parse(body))),
        nextBefore: rows.length <= limit ? null : (cursors.at(-1) ?? null),
        cursors,
      };
    });
  }
}

function cursorOf(text: string) {
  const [, atMs, entryId, bootId] = /^(-?\d{1,16})\.(\d{1,19})\.(.{1,64})$/s.exec(text) ?? [];
  const isCursor = entryId !== undefined && BigInt(entryId) <= entryIdMax;
  if (!isCursor || atMs === undefined || bootId === undefined) {
    throw new ApiError(
      "unknown-cursor",
      `before: "${oneLine(text, 100)}" is no cursor of this list; leave it out`,
    );
  }
  return { atMs: BigInt(atMs), entryId: BigInt(entryId), bootId };
}

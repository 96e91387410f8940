/**
 * Who did what, and what came of it. Owns the table of the audit; services write it around each action, and
 * `audit.list` reads it.
 *
 * An action is one row, written twice: `begun` before anything is done, then once what came of it. One row rather than
 * two, so that a page, its bound and its cursor count actions, and so that an action whose outcome was lost is a row
 * that says `begun`, not the absence of another row. The second write takes only a row that is still `begun`: an outcome
 * is never replaced.
 *
 * Bounded by {@link auditRowsMax} (invariant 17).
 */
import { randomBytes } from "node:crypto";
import { ApiError } from "../api-error.ts";
import type { Clock } from "../clock.ts";
import { jsonOf } from "../database/json-of.ts";
import type { Database } from "../database/open-database.ts";
import { storing } from "../database/storage-error.ts";
import { messageOf } from "../one-line.ts";
import {
  type AuditAction,
  type AuditDetail,
  type Audited,
  type AuditOutcome,
  type AuditPage,
  type AuditQuery,
  auditDetail,
} from "../wire/index.ts";

/** The most actions that are kept, over all apps; the oldest go. */
const auditRowsMax = 100_000;

/** What is about to be done to one app. */
export interface AuditedAction {
  readonly action: AuditAction;
  readonly appId: string;
  readonly actor: string;
  readonly reason: string;
  readonly asked: Partial<
    Pick<
      AuditDetail,
      | "actionId"
      | "expectedGeneration"
      | "expectedBootId"
      | "timeToLiveMs"
      | "pauseId"
      | "violations"
      | "exported"
    >
  >;
}

/** A row that waits for its outcome. */
export interface BegunAction {
  readonly id: string;
  readonly asked: AuditedAction["asked"];
}

export interface AuditLog {
  /** Writes all rows or none. @throws {ApiError} `not-audited`: none; the action is then not to be done. */
  begin(actions: readonly AuditedAction[]): Promise<readonly BegunAction[]>;
  /** Never throws, since what was done is done: a row that could not be completed is told. */
  end(
    begun: BegunAction,
    outcome: AuditOutcome,
    answered: Partial<Pick<AuditDetail, "generation" | "message" | "rows">>,
  ): Promise<Audited>;
  /** @throws {ApiError} `storage` */
  list(query: AuditQuery): Promise<AuditPage>;
}

export interface AuditLogOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** @default {@link auditRowsMax} */
  readonly rowsMax?: number | undefined;
}

/**
 * @example
 * ```ts
 * const audit = auditLogIn({ database: await openDatabase(":memory:"), clock: systemClock });
 * ```
 */
export function auditLogIn({ database, clock, rowsMax = auditRowsMax }: AuditLogOptions): AuditLog {
  const nextId = timeOrderedIds(clock);
  return {
    async begin(actions) {
      const atMs = clock.nowMs();
      try {
        return await storing("keep the audit of the action", () => insert(actions, atMs));
      } catch (cause) {
        throw new ApiError("not-audited", `nothing was done, since ${messageOf(cause)}`, { cause });
      }
    },
    async end({ id, asked }, outcome, answered) {
      const detail = JSON.stringify({ ...asked, ...answered, endedAtMs: clock.nowMs() });
      try {
        const { numUpdatedRows } = await storing("keep the outcome of the action", () =>
          database
            .updateTable("audit")
            .set({ outcome, detail })
            .where("id", "=", id)
            .where("outcome", "=", "begun")
            .executeTakeFirst(),
        );
        if (numUpdatedRows > 0n) return { kind: "complete" };
        return {
          kind: "outcome-missing",
          reason: `the audit holds no row ${id} that waits for its outcome: it was removed, or has one already`,
        };
      } catch (thrown) {
        return { kind: "outcome-missing", reason: messageOf(thrown) };
      }
    },
    list: ({ appId, actor, fromMs, untilMs, limit, before }) =>
      storing("be read for the audit", async () => {
        const rows = await database
          .selectFrom("audit")
          .selectAll()
          .$if(appId !== undefined, (query) => query.where("app_id", "=", appId ?? ""))
          .$if(actor !== undefined, (query) => query.where("actor", "=", actor ?? ""))
          .$if(fromMs !== undefined, (query) => query.where("at_ms", ">=", fromMs ?? 0))
          .$if(untilMs !== undefined, (query) => query.where("at_ms", "<", untilMs ?? 0))
          .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
          .orderBy("id", "desc")
          .limit(limit + 1)
          .execute();
        const kept = await database
          .selectFrom("audit")
          .select(({ fn }) => [fn.countAll().as("rows"), fn.min("at_ms").as("oldest")])
          .executeTakeFirstOrThrow();
        const items = rows.slice(0, limit);
        return {
          items: items.map((row) => ({
            id: row.id,
            atMs: Number(row.at_ms),
            actor: row.actor,
            action: row.action,
            appId: row.app_id,
            reason: row.reason,
            outcome: row.outcome,
            detail: detailOf(row.detail),
          })),
          nextBefore: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
          retention: {
            rows: Number(kept.rows),
            rowsMax,
            oldestAtMs: kept.oldest === null ? null : Number(kept.oldest),
          },
        };
      }),
  };

  async function insert(actions: readonly AuditedAction[], atMs: number): Promise<BegunAction[]> {
    return database.transaction().execute(async (transaction) => {
      const { newest } = await transaction
        .selectFrom("audit")
        .select(({ fn }) => fn.max("id").as("newest"))
        .executeTakeFirstOrThrow();
      const rows = actions.map((action) => ({ id: nextId(newest), ...action }));
      await transaction
        .insertInto("audit")
        .values(
          rows.map(({ id, action, appId, actor, reason, asked }) => ({
            id,
            at_ms: atMs,
            actor,
            action,
            app_id: appId,
            reason,
            outcome: "begun",
            detail: JSON.stringify(asked),
          })),
        )
        .execute();
      await transaction
        .deleteFrom("audit")
        .where("id", "<=", (beyond) =>
          beyond.selectFrom("audit").select("id").orderBy("id", "desc").offset(rowsMax).limit(1),
        )
        .execute();
      return rows.map(({ id, asked }) => ({ id, asked }));
    });
  }
}

/** What this console understands of a row, which a newer one may have written. */
function detailOf(text: string): AuditDetail {
  const parsed = auditDetail.safeParse(jsonOf(text));
  return parsed.success ? parsed.data : auditDetail.parse({});
}

/**
 * Ids whose order is the order in which they were made, by this console's clock, and which no other console makes. A
 * clock that is set back does not put a row behind an earlier one, though that is of an earlier run of the console: an
 * id comes after `newest`, the largest that is stored.
 */
function timeOrderedIds(clock: Clock): (newest: string | null) => string {
  let lastMs = 0;
  let count = 0;
  return (newest) => {
    const storedMs = timeOf(newest);
    const nowMs = Math.max(lastMs, clock.nowMs(), storedMs === undefined ? 0 : storedMs + 1);
    count = nowMs === lastMs ? count + 1 : 0;
    lastMs = nowMs;
    return `${hex(nowMs, 12)}-${hex(count, 6)}-${randomBytes(8).toString("hex")}`;
  };
}

function timeOf(id: string | null): number | undefined {
  const [, time] = id?.match(/^([0-9a-f]{12})-/) ?? [];
  return time === undefined ? undefined : Number.parseInt(time, 16);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

/**
 * Which pauses ended without anybody ending them. Owns what is known of each app's newest pause, and the table that lets
 * it outlive the console: an app that was started again while the console was away is told of too.
 *
 * Called by the collectors with each tick, which waits for nothing, and by the services of control. What could not be
 * written stays in memory and is written with a later tick. Bounded by `pausesKeptMax` apps (invariant 17).
 */
import type { ControlAnswer, FeedSnapshot, PauseRequest } from "@stoatflow/engine/wire";
import type { Clock } from "../clock.ts";
import type { CollectorObserver } from "../collector/collector-observer.ts";
import type { CollectorLogger } from "../collector/logger.ts";
import type { ReceivedTick } from "../collector/summary.ts";
import { jsonOf } from "../database/json-of.ts";
import type { Database } from "../database/open-database.ts";
import { storing } from "../database/storage-error.ts";
import { messageOf } from "../one-line.ts";
import { type EndedPause, pausesKeptMax } from "../wire/index.ts";
import { type KnownPause, knownPause, pauseAfter, pauseAnswered } from "./known-pause.ts";

/** How old what is written of a pause may be that goes on: its `lastSeenMs` is then as exact after a console's crash. */
const rewriteMs = 60_000;

/** The wait after a write that failed. */
const retryMs = 5_000;

export interface PauseWatchOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: CollectorLogger;
}

/** What the services need of it. */
export type Pauses = Pick<PauseWatch, "answered" | "ended" | "forget">;

/** For a context without collectors that tell it of ticks: no pause has ended. */
export const noPauses: Pauses = {
  answered: () => undefined,
  ended: () => [],
  forget: () => undefined,
};

export class PauseWatch implements CollectorObserver {
  readonly #options: PauseWatchOptions;
  readonly #known: Map<string, KnownPause>;
  /** Apps whose row is not as what is known. */
  readonly #unwritten = new Set<string>();
  readonly #writtenMs = new Map<string, number>();
  #writing: Promise<void> | undefined;
  #retryAtMs = 0;

  private constructor(options: PauseWatchOptions, known: Map<string, KnownPause>) {
    this.#options = options;
    this.#known = known;
  }

  /** @throws {ApiError} `storage` */
  static async open(options: PauseWatchOptions): Promise<PauseWatch> {
    const rows = await storing("be read for pauses", () =>
      options.database
        .selectFrom("pauses")
        .selectAll()
        .orderBy("at_ms", "desc")
        .limit(pausesKeptMax)
        .execute(),
    );
    const known = new Map<string, KnownPause>();
    for (const { app_id, body } of rows.reverse()) {
      const parsed = knownPause.safeParse(jsonOf(body));
      if (parsed.success) known.set(app_id, parsed.data);
    }
    return new PauseWatch(options, known);
  }

  tick(appId: string, { snapshot, receivedAtMs }: ReceivedTick): void {
    const before = this.#known.get(appId);
    if (before !== undefined || snapshot.status.pauseReasons.length > 0) {
      const after = pauseAfter(before, snapshot, receivedAtMs);
      if (after !== before) this.#learn(appId, before, after, receivedAtMs);
    }
    if (this.#unwritten.size > 0) this.#write();
  }

  /** Nothing of a list tells of a pause. */
  entries(): void {}

  /** Newest first. */
  ended(): EndedPause[] {
    const items: EndedPause[] = [];
    for (const [appId, known] of this.#known) {
      if (known.kind !== "ended") continue;
      const { kind: _, ...pause } = known;
      items.push({ appId, ...pause });
    }
    return items.sort((a, b) => b.endedAtMs - a.endedAtMs);
  }

  /**
   * The app has carried out a pause or resume. It is known from here on, since the app may be started again before a tick
   * tells it.
   *
   * @param seen the run that was called, as it was last heard of; without it, ticks alone tell.
   */
  answered(
    appId: string,
    seen: FeedSnapshot | undefined,
    verb: "pause" | "resume",
    request: PauseRequest,
    answer: Pick<ControlAnswer, "generation" | "lifecycle">,
  ): void {
    if (seen === undefined) {
      this.forget(appId);
      return;
    }
    const before = this.#known.get(appId);
    const after = pauseAnswered(before, seen, verb, request, answer, this.#options.clock.nowMs());
    if (after === before) return;
    this.#set(appId, after);
    this.#write();
  }

  /** Somebody has paused or resumed the app since, or has acknowledged that its pause ended. */
  forget(appId: string): void {
    if (this.#known.get(appId)?.kind !== "ended") return;
    this.#set(appId, undefined);
    this.#write();
  }

  /** Resolves when all that is known was written, or could not be. */
  async settled(): Promise<void> {
    await this.#writing;
    if (this.#unwritten.size > 0) this.#write();
    await this.#writing;
  }

  #learn(appId: string, before: KnownPause | undefined, after: KnownPause | undefined, atMs: number): void {
    const goesOn = after?.kind === "open" && before?.kind === "open" && after.pauseId === before.pauseId;
    if (goesOn && atMs - (this.#writtenMs.get(appId) ?? 0) < rewriteMs) {
      this.#known.set(appId, after);
      return;
    }
    this.#set(appId, after);
    if (after?.kind === "ended" && before?.kind === "open") {
      const { endedBy, actor, reason } = after;
      this.#options.logger.warn({ appId, endedBy, actor, reason }, "a pause ended that nobody ended");
    }
  }

  #set(appId: string, known: KnownPause | undefined): void {
    this.#known.delete(appId);
    this.#writtenMs.delete(appId);
    if (known !== undefined) this.#known.set(appId, known);
    this.#unwritten.add(appId);
    const [oldest] = this.#known.keys();
    if (this.#known.size > pausesKeptMax && oldest !== undefined) this.#set(oldest, undefined);
  }

  #write(): void {
    const { clock, logger } = this.#options;
    if (this.#writing !== undefined || clock.nowMs() < this.#retryAtMs) return;
    this.#writing = this.#writeAll()
      .catch((thrown: unknown) => {
        this.#retryAtMs = clock.nowMs() + retryMs;
        logger.warn({ error: messageOf(thrown) }, "what is known of pauses was not kept; it is tried again");
      })
      .finally(() => {
        this.#writing = undefined;
      });
  }

  async #writeAll(): Promise<void> {
    for (const appId of this.#unwritten) {
      this.#unwritten.delete(appId);
      try {
        await this.#writeOne(appId);
      } catch (thrown) {
        this.#unwritten.add(appId);
        throw thrown;
      }
    }
  }

  async #writeOne(appId: string): Promise<void> {
    const { database, clock } = this.#options;
    const known = this.#known.get(appId);
    const atMs = clock.nowMs();
    if (known === undefined) {
      await database.deleteFrom("pauses").where("app_id", "=", appId).execute();
      return;
    }
    const body = JSON.stringify(known);
    await database
      .insertInto("pauses")
      .values({ app_id: appId, at_ms: atMs, body })
      .onConflict((conflict) => conflict.column("app_id").doUpdateSet({ at_ms: atMs, body }))
      .execute();
    this.#writtenMs.set(appId, atMs);
  }
}

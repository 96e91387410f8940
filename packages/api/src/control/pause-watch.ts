/**
 * Which pauses ended without anybody ending them. Owns what is known of the newest pause of each app's instances, and the
 * table that lets it outlive the console: an app that was started again while the console was away is told of too.
 *
 * Called by the collectors with each tick and each answer to a call, which waits for nothing, and by the services of
 * control. What could not be written stays in memory and is written with a later tick. Bounded by `pausesKeptMax` apps
 * (invariant 17).
 */
import { z } from "zod";
import type { Clock } from "../clock.ts";
import type { CarriedOut, CollectorObserver, ToldInstance } from "../collector/collector-observer.ts";
import type { CollectorLogger } from "../collector/logger.ts";
import type { ReceivedTick } from "../collector/summary.ts";
import { jsonOf } from "../database/json-of.ts";
import type { Database } from "../database/open-database.ts";
import { storing } from "../database/storage-error.ts";
import { messageOf } from "../one-line.ts";
import { type EndedPause, pausesKeptMax } from "../wire/index.ts";
import { isOfRun, type KnownPause, knownPause, pauseAnswered } from "./known-pause.ts";
import { heardOf, pausesAfter } from "./pauses-of-app.ts";

const knownPauses = z.array(knownPause);

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
export type Pauses = Pick<PauseWatch, "ended" | "endedOf" | "forget">;

/** For a context without collectors that tell it of ticks: no pause has ended. */
export const noPauses: Pauses = {
  ended: () => [],
  endedOf: () => [],
  forget: () => undefined,
};

export class PauseWatch implements CollectorObserver {
  readonly #options: PauseWatchOptions;
  readonly #known: Map<string, readonly KnownPause[]>;
  /** Apps whose row is not as what is known. */
  readonly #unwritten = new Set<string>();
  readonly #writtenMs = new Map<string, number>();
  #writing: Promise<void> | undefined;
  /** When a write failed last; `undefined`: none has, or it is not to be waited for. */
  #failedAtMs: number | undefined;

  private constructor(options: PauseWatchOptions, known: Map<string, readonly KnownPause[]>) {
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
    const known = new Map<string, readonly KnownPause[]>();
    for (const { app_id, body } of rows.reverse()) {
      const parsed = knownPauses.safeParse(jsonOf(body));
      if (parsed.success) known.set(app_id, parsed.data);
    }
    return new PauseWatch(options, known);
  }

  tick(appId: string, tick: ReceivedTick, told: readonly ToldInstance[] = [alone(tick)]): void {
    const before = this.#known.get(appId) ?? [];
    if (before.length > 0 || told.some((one) => one.tick.snapshot.status.pauseReasons.length > 0)) {
      const after = pausesAfter(before, told, tick.receivedAtMs);
      if (after !== before) this.#learn(appId, before, after, tick.receivedAtMs);
    }
    if (this.#unwritten.size > 0) this.#write();
  }

  /** Nothing of a list tells of a pause. */
  entries(): void {}

  /** Newest first. */
  ended(): EndedPause[] {
    return [...this.#known.keys()].flatMap((appId) => this.endedOf(appId)).sort(newestFirst);
  }

  /** Those of one app, newest first. */
  endedOf(appId: string): EndedPause[] {
    const items: EndedPause[] = [];
    for (const pause of this.#known.get(appId) ?? []) {
      if (pause.kind !== "ended") continue;
      const { kind: _, url: __, bootId: ___, besides: ____, ...told } = pause;
      items.push({ appId, ...told });
    }
    return items.sort(newestFirst);
  }

  /**
   * An instance has carried out a pause or resume. It is known from here on, since it may be started again before a tick
   * tells it; of one that has told nothing yet, ticks alone tell.
   */
  controlled(appId: string, { instance, told, verb, request, answer }: CarriedOut): void {
    const { url, tick } = instance;
    if (tick === undefined || answer.result === "unchanged") return;
    const before = this.#known.get(appId) ?? [];
    const { bootId } = tick.snapshot;
    const own = before.find((pause) => isOfRun(pause, bootId)) ?? before.find((pause) => pause.url === url);
    const heard = heardOf({ url, tick }, told);
    const after = pauseAnswered(own, heard, verb, request, answer, this.#options.clock.nowMs());
    if (after === own) return;
    this.#set(appId, [...before.filter((pause) => pause !== own), after]);
    this.#write();
  }

  /** Somebody has paused or resumed the app since, or has acknowledged that this pause ended. */
  forget(appId: string, pauseId: string): void {
    const before = this.#known.get(appId) ?? [];
    const after = before.filter((pause) => pause.kind !== "ended" || pause.pauseId !== pauseId);
    if (after.length === before.length) return;
    this.#set(appId, after);
    this.#write();
  }

  /** Resolves when all that is known was written, or could not be: it is tried once more, whenever a write failed. */
  async settled(): Promise<void> {
    await this.#writing;
    this.#failedAtMs = undefined;
    if (this.#unwritten.size > 0) this.#write();
    await this.#writing;
  }

  #learn(appId: string, before: readonly KnownPause[], after: readonly KnownPause[], atMs: number): void {
    const goOn = after.length === before.length && after.every((pause) => before.some(isSameAs(pause)));
    if (goOn && atMs - (this.#writtenMs.get(appId) ?? 0) < rewriteMs) {
      this.#known.set(appId, after);
      return;
    }
    this.#set(appId, after);
    for (const pause of after) {
      if (pause.kind !== "ended" || before.some(isSameAs(pause))) continue;
      const { instanceId, endedBy, actor, reason } = pause;
      const told = { appId, instanceId, endedBy, actor, reason };
      this.#options.logger.warn(told, "a pause ended that nobody ended");
    }
  }

  #set(appId: string, known: readonly KnownPause[]): void {
    this.#known.delete(appId);
    this.#writtenMs.delete(appId);
    if (known.length > 0) this.#known.set(appId, known);
    this.#unwritten.add(appId);
    const [oldest] = this.#known.keys();
    if (this.#known.size > pausesKeptMax && oldest !== undefined) this.#set(oldest, []);
  }

  #write(): void {
    const { clock, logger } = this.#options;
    if (this.#writing !== undefined || this.#waits(clock.nowMs())) return;
    this.#writing = this.#writeAll()
      .catch((thrown: unknown) => {
        this.#failedAtMs = clock.nowMs();
        logger.warn({ error: messageOf(thrown) }, "what is known of pauses was not kept; it is tried again");
      })
      .finally(() => {
        this.#writing = undefined;
      });
  }

  /** Whether a write failed just now; a time before the failure is of a clock that was set back. */
  #waits(nowMs: number): boolean {
    const failedAtMs = this.#failedAtMs;
    return failedAtMs !== undefined && nowMs >= failedAtMs && nowMs - failedAtMs < retryMs;
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

function alone(tick: ReceivedTick): ToldInstance {
  return { url: "", tick, isCurrent: true, isWorking: true };
}

/** Nothing of it has changed but how lately it was seen. */
function isSameAs(one: KnownPause): (other: KnownPause) => boolean {
  const storyOf = (pause: KnownPause) =>
    `${pause.kind} ${pause.bootId} ${pause.kind === "resumed" ? pause.generation : pause.pauseId} ${pause.kind === "ended" ? pause.nextInstanceId : ""}`;
  return (other) => storyOf(one) === storyOf(other);
}

function newestFirst(a: EndedPause, b: EndedPause): number {
  return b.endedAtMs - a.endedAtMs;
}

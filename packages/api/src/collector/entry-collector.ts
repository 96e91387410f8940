/**
 * Keeps one list of one instance of an app (its late drops, or its violations) up to what the feed has announced.
 *
 * It owns the cursor into the instance's ring, and is called by the instance's collector: `announce` with each tick; what
 * it fetches goes to the app's {@link EntryList}, which reads pages. At most one request is on its way. What a restarted
 * app counts anew does not mix with what it counted before: entries carry the boot that they are of, and those of earlier
 * boots come after.
 */
import { setImmediate } from "node:timers/promises";
import { ApiError } from "../api-error.ts";
import type { Clock } from "../clock.ts";
import { messageOf } from "../one-line.ts";
import type { Freshness } from "../wire/index.ts";
import type { EntryRing } from "./entry-ring.ts";
import { countedMax } from "./tick-bounds.ts";

/** Entries of one request to the app. */
const fetchLimit = 100;

/** Requests in a row, before the next tick goes on. */
const requestsMax = 50;

/** The part of `LateDropsBody` and `ViolationsBody` that is the same. */
export interface EntriesBody<T> {
  readonly bootId: string;
  readonly items: readonly T[];
  readonly next: string;
  readonly missed: number;
  readonly total: number;
}

export type OfBoot<T> = T & {
  readonly bootId: string;
  /** The instance whose run that is, where it is known. */
  readonly instanceId?: string | undefined;
};

/** How one instance's list stands. */
export interface EntryStanding {
  /** The run that was announced last; `undefined`: none yet. */
  readonly bootId: string | undefined;
  readonly total: number | null;
  /** There were entries that never came here. */
  readonly lost: boolean;
  readonly freshness: Freshness;
}

export interface EntryCollectorOptions<T extends { readonly id: string }> {
  readonly clock: Clock;
  /** The app's, shared by its instances. */
  readonly ring: EntryRing<OfBoot<T>>;
  /**
   * Whether the app keeps older entries beside its newest, such as the start of a burst. The distance of two ids is then
   * no number of entries, and nothing is skipped.
   *
   * @default false
   */
  readonly hasHoles?: boolean;
  readonly fetchAfter: (after: string, limit: number, signal: AbortSignal) => Promise<EntriesBody<T>>;
  /** The name of the instance whose run that is. @default nobody knows it */
  readonly instanceOf?: ((bootId: string) => string | undefined) | undefined;
  /** Told what was taken and not known before, oldest first; never an empty list. */
  readonly onTaken?: ((items: readonly OfBoot<T>[]) => void) | undefined;
}

export class EntryCollector<T extends { readonly id: string }> {
  readonly #options: EntryCollectorOptions<T>;
  #boot: string | undefined;
  #cursor = 0n;
  #announced: string | undefined;
  /** The announcement up to which everything is held. */
  #reached: string | undefined;
  #total: number | null = null;
  #lost = false;
  #failure: { readonly sinceMs: number; readonly reason: string } | undefined;
  #round: Promise<void> | undefined;
  #abort = new AbortController();

  constructor(options: EntryCollectorOptions<T>) {
    this.#options = options;
  }

  /** The feed says that run `bootId` of the app has come to `next`. */
  announce(bootId: string, next: string): void {
    if (this.#boot !== bootId) this.#beginBoot(bootId);
    this.#announced = next;
    if (this.#round === undefined && this.#reached !== next) this.#begin(bootId, next);
  }

  standing(): EntryStanding {
    return {
      bootId: this.#boot,
      total: this.#total,
      lost: this.#lost,
      freshness: this.#freshness(),
    };
  }

  /** Resolves when nothing is on its way any more, however often there is more to ask for, or once `over` aborts. */
  async settled(over: AbortSignal): Promise<void> {
    if (this.#round === undefined) return;
    const aborted = new Promise<void>((resolve) => over.addEventListener("abort", () => resolve()));
    while (this.#round !== undefined && !over.aborted) await Promise.race([this.#round, aborted]);
  }

  close(): void {
    this.#abort.abort();
  }

  /** What is announced while a round is under way gets a round of its own after it. */
  #begin(bootId: string, announced: string): void {
    const round = this.#catchUp(bootId, announced).finally(() => {
      if (this.#round !== round) return;
      this.#round = undefined;
      if (this.#announced !== undefined && this.#announced !== announced)
        this.#begin(bootId, this.#announced);
    });
    this.#round = round;
  }

  #beginBoot(bootId: string): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#boot = bootId;
    this.#cursor = 0n;
    this.#reached = undefined;
    this.#total = null;
    this.#failure = undefined;
    this.#round = undefined;
  }

  async #catchUp(bootId: string, announced: string): Promise<void> {
    const { signal } = this.#abort;
    const target = BigInt(announced);
    this.#skipTo(target);
    let limit = fetchLimit;
    try {
      for (let requests = 0; requests < requestsMax; requests += 1) {
        const body = await this.#fetch(limit, signal);
        if (body === undefined) {
          limit /= 10;
          continue;
        }
        // What was checked is taken in a turn of its own: nobody waits for both.
        await setImmediate();
        // A restart on the way is told by the feed, and the round of that boot begins at its start.
        if (signal.aborted || body.bootId !== bootId) return;
        this.#take(body);
        if (body.items.length === 0 || this.#cursor >= target) {
          this.#reached = announced;
          this.#failure = undefined;
          return;
        }
      }
    } catch (thrown) {
      if (signal.aborted) return;
      const sinceMs = this.#failure?.sinceMs ?? this.#options.clock.nowMs();
      this.#failure = { sinceMs, reason: messageOf(thrown) };
    }
  }

  /** `undefined`: so many are too large an answer. Fewer are asked for until the round ends: no record hides others. */
  async #fetch(limit: number, signal: AbortSignal): Promise<EntriesBody<T> | undefined> {
    try {
      return await this.#options.fetchAfter(String(this.#cursor), limit, signal);
    } catch (thrown) {
      if (limit > 1 && thrown instanceof ApiError && thrown.code === "too-large") return undefined;
      throw thrown;
    }
  }

  /** Entries that would be pushed out again at once are not asked for. */
  #skipTo(target: bigint): void {
    if (this.#options.hasHoles === true) return;
    const first = target - BigInt(this.#options.ring.entriesMax);
    if (first <= this.#cursor) return;
    this.#cursor = first;
    this.#lost = true;
  }

  #take({ bootId, items, next, missed, total }: EntriesBody<T>): void {
    let last = this.#cursor;
    for (const { id } of items) {
      if (BigInt(id) <= last) throw new ApiError("bad-answer", `the app's list is out of order at id ${id}`);
      last = BigInt(id);
    }
    if (BigInt(next) < last)
      throw new ApiError("bad-answer", `the app's list goes on at ${next}, behind id ${last}`);
    if (total > countedMax)
      throw new ApiError(
        "bad-answer",
        `the app's list is wrong: total is ${total}, more than can be counted`,
      );
    const { ring, instanceOf } = this.#options;
    const instanceId = instanceOf?.(bootId);
    const of = instanceId === undefined ? { bootId } : { bootId, instanceId };
    const taken = items.map((entry) => ({ ...entry, ...of })).filter((entry) => !ring.isKnown(entry));
    for (const entry of taken) ring.push(entry);
    if (taken.length > 0) this.#options.onTaken?.(taken);
    this.#cursor = BigInt(next);
    this.#total = total;
    this.#lost ||= missed > 0;
  }

  #freshness(): Freshness {
    if (this.#failure !== undefined) return { kind: "failed", ...this.#failure };
    return this.#boot !== undefined && this.#reached === this.#announced
      ? { kind: "current" }
      : { kind: "fetching" };
  }
}

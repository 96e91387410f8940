/**
 * One list of an app (its late drops, its holds or its violations), over all of its instances: pages, newest first.
 *
 * It owns the ring that the instances' collectors fill, in the order in which entries came. Owned and read by the app's
 * collector. Cursors name the boot, so that those of two instances never meet. Bounded by the ring (invariant 17).
 */
import { ApiError } from "../api-error.ts";
import type { Clock } from "../clock.ts";
import { oneLine } from "../one-line.ts";
import type { Freshness } from "../wire/index.ts";
import type { ListStanding, PageRequest } from "./collected-app.ts";
import type { EntryCollector, EntryStanding, OfBoot } from "./entry-collector.ts";
import type { EntryRing } from "./entry-ring.ts";

/** How long a reader waits for entries that are on their way. */
const patienceMs = 2000;

export interface EntryPage<T> extends ListStanding {
  readonly items: OfBoot<T>[];
  readonly nextBefore: string | null;
}

export class EntryList<T extends { readonly id: string }> {
  readonly ring: EntryRing<OfBoot<T>>;
  readonly #clock: Clock;

  constructor(ring: EntryRing<OfBoot<T>>, clock: Clock) {
    this.ring = ring;
    this.#clock = clock;
  }

  /** @throws {ApiError} `unknown-cursor` */
  async page({ limit, before }: PageRequest, instances: readonly EntryCollector<T>[]): Promise<EntryPage<T>> {
    await this.#patience(instances);
    const standing = this.standing(instances);
    const { entries } = this.ring;
    const end = before === undefined ? entries.length : this.#indexOf(before, standing.olderThanRetained);
    const start = Math.max(0, end - limit);
    const oldest = entries[start];
    return {
      ...standing,
      items: entries.slice(start, end).reverse(),
      nextBefore: start === 0 || oldest === undefined ? null : cursorOf(oldest),
    };
  }

  /** As it is now, without waiting for what is on its way. */
  standing(instances: readonly EntryCollector<T>[]): ListStanding {
    const standings = instances.map((one) => one.standing()).filter(({ bootId }) => bootId !== undefined);
    return {
      total: totalOf(standings),
      retained: this.ring.entries.length,
      olderThanRetained: this.ring.hasEvicted || standings.some((one) => one.lost),
      freshness: freshnessOf(standings),
    };
  }

  /** Where the page before `cursor` ends. Behind an entry that is no longer held there is nothing more. */
  #indexOf(cursor: string, lost: boolean): number {
    const index = this.ring.entries.findIndex((entry) => cursorOf(entry) === cursor);
    if (index >= 0) return index;
    if (lost) return 0;
    throw new ApiError(
      "unknown-cursor",
      `before: "${oneLine(cursor, 100)}" is no cursor of this list; leave it out`,
    );
  }

  async #patience(instances: readonly EntryCollector<T>[]): Promise<void> {
    const over = new AbortController();
    const cancel = this.#clock.after(patienceMs, () => over.abort());
    await Promise.all(instances.map((one) => one.settled(over.signal)));
    cancel();
  }
}

/** Once a run, whose process may have several addresses; `null` as long as nothing was received. */
function totalOf(standings: readonly EntryStanding[]): number | null {
  const ofRun = new Map<string | undefined, number>();
  for (const { bootId, total } of standings) {
    if (total !== null) ofRun.set(bootId, Math.max(total, ofRun.get(bootId) ?? 0));
  }
  return ofRun.size === 0 ? null : [...ofRun.values()].reduce((sum, total) => sum + total, 0);
}

/** The worst of them: what one instance withholds is not current. An instance that has told nothing yet has no list. */
function freshnessOf(standings: readonly EntryStanding[]): Freshness {
  const all = standings.map(({ freshness }) => freshness);
  const failed = all.find(({ kind }) => kind === "failed");
  if (failed !== undefined) return failed;
  return all.length > 0 && all.every(({ kind }) => kind === "current")
    ? { kind: "current" }
    : { kind: "fetching" };
}

function cursorOf({ bootId, id }: { readonly bootId: string; readonly id: string }): string {
  return `${bootId}-${id}`;
}

/** The three lists of one instance, kept up to its feed; owned by the instance's collector. */
import type { FeedSnapshot, Hold, LateDrop, Violation } from "@stoatflow/engine/wire";
import type { Clock } from "../clock.ts";
import type { AppSource } from "./app-source.ts";
import type { CollectedEntries } from "./collector-observer.ts";
import { EntryCollector, type OfBoot } from "./entry-collector.ts";
import { EntryList } from "./entry-list.ts";
import { EntryRing } from "./entry-ring.ts";
import { holdSize, lateDropSize, violationSize } from "./entry-size.ts";

/** An app keeps its newest late drops and the start of each burst beside them: there is room for both. */
const lateDropBounds = { entriesMax: 4000, sizeMax: 8 * 1024 * 1024 };

/** The lists of an app, which all of its instances fill. */
export interface AppLists {
  readonly lateDrops: EntryList<LateDrop>;
  readonly holds: EntryList<Hold>;
  readonly violations: EntryList<Violation>;
}

export function createAppLists(clock: Clock): AppLists {
  return {
    lateDrops: new EntryList(new EntryRing<OfBoot<LateDrop>>(lateDropSize, lateDropBounds), clock),
    holds: new EntryList(new EntryRing<OfBoot<Hold>>(holdSize), clock),
    violations: new EntryList(new EntryRing<OfBoot<Violation>>(violationSize), clock),
  };
}

export interface InstanceEntriesOptions {
  readonly source: AppSource;
  readonly lists: AppLists;
  readonly clock: Clock;
  /** The name of the instance whose run that is. */
  readonly instanceOf: (bootId: string) => string | undefined;
  readonly onTaken: (entries: CollectedEntries) => void;
}

export class InstanceEntries {
  readonly lateDrops: EntryCollector<LateDrop>;
  readonly holds: EntryCollector<Hold>;
  readonly violations: EntryCollector<Violation>;

  constructor({ source, lists, clock, instanceOf, onTaken }: InstanceEntriesOptions) {
    this.lateDrops = new EntryCollector({
      clock,
      instanceOf,
      ring: lists.lateDrops.ring,
      hasHoles: true,
      fetchAfter: (after, limit, signal) => source.lateDrops(after, limit, signal),
      onTaken: (items) => onTaken({ kind: "late-drop", items }),
    });
    this.holds = new EntryCollector({
      clock,
      instanceOf,
      ring: lists.holds.ring,
      fetchAfter: (after, limit, signal) => source.holds(after, limit, signal),
      onTaken: (items) => onTaken({ kind: "hold", items }),
    });
    this.violations = new EntryCollector({
      clock,
      instanceOf,
      ring: lists.violations.ring,
      fetchAfter: (after, limit, signal) => source.violations(after, limit, signal),
      onTaken: (items) => onTaken({ kind: "violation", items }),
    });
  }

  announce({ bootId, rings, capabilities }: FeedSnapshot): void {
    this.lateDrops.announce(bootId, rings.lateDropsNext);
    if (capabilities.includes("holds")) this.holds.announce(bootId, rings.holdsNext);
    this.violations.announce(bootId, rings.violationsNext);
  }

  close(): void {
    this.lateDrops.close();
    this.holds.close();
    this.violations.close();
  }
}

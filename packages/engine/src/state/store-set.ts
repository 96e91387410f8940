/**
 * The stores of all lanes, one of each name on every lane, with their changelogs.
 *
 * Owned by the engine. An epoch's changes become changelog rows of its transaction; the stores then follow the
 * outcome: merged when it is committed, as they were when it is not (invariants 5 and 12).
 */
import { assert } from "../assert.ts";
import type { LogAdmin } from "../ports.ts";
import { partitionForKey } from "../record/murmur2.ts";
import type { ProducerRecord } from "../record/record.ts";
import {
  type CountEntry,
  changelogTopic,
  decodeChangelogRow,
  encodeChangelogRow,
  type StoreKind,
} from "./changelog.ts";
import { KeyValueStore } from "./key-value-store.ts";
import { WindowStore } from "./window-store.ts";

export interface StoreSpec {
  readonly name: string;
  readonly kind: StoreKind;
}

export interface StoreSetOptions {
  readonly applicationId: string;
  readonly stores: readonly StoreSpec[];
  readonly lanes: number;
  /** Partitions of each changelog, by its topic. */
  readonly partitionsOf: (changelog: string) => number;
}

/** One store on one lane. */
type LaneStore =
  | { readonly kind: "window"; readonly store: WindowStore<CountEntry> }
  | { readonly kind: "key-value"; readonly store: KeyValueStore<CountEntry> };

export class StoreSet {
  readonly #options: StoreSetOptions;
  /** By name, and then by lane. */
  readonly #stores = new Map<string, readonly LaneStore[]>();

  constructor(options: StoreSetOptions) {
    this.#options = options;
    for (const spec of options.stores) {
      this.#stores.set(
        spec.name,
        Array.from({ length: options.lanes }, () => laneStore(spec)),
      );
    }
  }

  /** Committed entries of all stores. */
  get entries(): number {
    return this.#all().reduce((sum, { store }) => sum + store.size, 0);
  }

  /** Whether the open epoch changed anything. */
  get dirty(): boolean {
    return this.#all().some(({ store }) => store.dirty);
  }

  windowStore(name: string, lane: number): WindowStore<CountEntry> {
    return this.#store(name, "window", lane) as WindowStore<CountEntry>;
  }

  keyValueStore(name: string, lane: number): KeyValueStore<CountEntry> {
    return this.#store(name, "key-value", lane) as KeyValueStore<CountEntry>;
  }

  /** The changelog rows of what the open epoch changed: each key once, with its last value. */
  changelogRows(nowMs: number): ProducerRecord[] {
    const rows: ProducerRecord[] = [];
    for (const [name, stores] of this.#stores) {
      const topic = changelogTopic(this.#options.applicationId, name);
      const partitions = this.#options.partitionsOf(topic);
      const write = (windowStartMs: number | undefined, key: string, entry: CountEntry | undefined): void => {
        const row = { windowStartMs, key: Buffer.from(key, "latin1"), entry };
        rows.push(encodeChangelogRow(topic, partitions, row, nowMs));
      };
      for (const { kind, store } of stores) {
        if (kind === "window") {
          for (const { windowStartMs, key, value } of store.changes()) write(windowStartMs, key, value);
        } else {
          for (const { key, value } of store.changes()) write(undefined, key, value);
        }
      }
    }
    return rows;
  }

  commit(): void {
    for (const { store } of this.#all()) store.commit();
  }

  rollback(): void {
    for (const { store } of this.#all()) store.rollback();
  }

  /**
   * Empties all stores and reads them back from their changelogs' ends as they are now.
   *
   * @param cancelled the partitions are another's: what is still read means nothing, and the stores may be in use again.
   */
  async restore(
    admin: LogAdmin,
    progress: (store: string, rows: number) => void,
    cancelled: () => boolean,
  ): Promise<void> {
    for (const { name, kind } of this.#options.stores) {
      if (cancelled()) return;
      const stores = this.#stores.get(name) ?? [];
      for (const { store } of stores) store.clear();
      let rows = 0;
      progress(name, rows);
      await admin.readToEnd(
        changelogTopic(this.#options.applicationId, name),
        (records) => {
          if (cancelled()) return;
          for (const record of records) {
            const row = decodeChangelogRow(kind, record);
            if (row === undefined) continue;
            const found = stores[partitionForKey(row.key, stores.length)];
            const key = row.key.toString("latin1");
            if (found?.kind === "key-value") found.store.restore(key, row.entry);
            else if (row.windowStartMs !== undefined) found?.store.restore(row.windowStartMs, key, row.entry);
          }
          rows += records.length;
          progress(name, rows);
        },
        "written",
      );
    }
  }

  #store(name: string, kind: StoreKind, lane: number): LaneStore["store"] {
    const found = this.#stores.get(name)?.[lane];
    assert(found?.kind === kind, `there is a ${kind} store ${name} on lane ${lane}`);
    return found.store;
  }

  #all(): LaneStore[] {
    return [...this.#stores.values()].flat();
  }
}

function laneStore({ name, kind }: StoreSpec): LaneStore {
  return kind === "window"
    ? { kind, store: new WindowStore<CountEntry>(name) }
    : { kind, store: new KeyValueStore<CountEntry>(name) };
}

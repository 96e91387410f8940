/**
 * The stores of all lanes, one of each name on every lane, with their changelogs.
 *
 * Owned by the engine. An epoch's changes become changelog rows of its transaction; the stores then follow the
 * outcome: merged when it is committed, as they were when it is not (invariants 5 and 12).
 */
import type { LogAdmin } from "../ports.ts";
import { partitionForKey } from "../record/murmur2.ts";
import type { ProducerRecord } from "../record/record.ts";
import { type CountEntry, changelogTopic, decodeChangelogRow, encodeChangelogRow } from "./changelog.ts";
import { WindowStore } from "./window-store.ts";

export interface StoreSetOptions {
  readonly applicationId: string;
  readonly names: readonly string[];
  readonly lanes: number;
  /** Partitions of each changelog, by its topic. */
  readonly partitionsOf: (changelog: string) => number;
}

export class StoreSet {
  readonly #options: StoreSetOptions;
  readonly #stores = new Map<string, readonly WindowStore<CountEntry>[]>();

  constructor(options: StoreSetOptions) {
    this.#options = options;
    for (const name of options.names) {
      this.#stores.set(
        name,
        Array.from({ length: options.lanes }, () => new WindowStore<CountEntry>(name)),
      );
    }
  }

  /** Committed entries of all stores. */
  get entries(): number {
    return this.#all().reduce((sum, store) => sum + store.size, 0);
  }

  /** Whether the open epoch changed anything. */
  get dirty(): boolean {
    return this.#all().some((store) => store.dirty);
  }

  store(name: string, lane: number): WindowStore<CountEntry> {
    return this.#stores.get(name)?.[lane] as WindowStore<CountEntry>;
  }

  /** The changelog rows of what the open epoch changed: each key once, with its last value. */
  changelogRows(nowMs: number): ProducerRecord[] {
    const rows: ProducerRecord[] = [];
    for (const [name, stores] of this.#stores) {
      const topic = changelogTopic(this.#options.applicationId, name);
      const partitions = this.#options.partitionsOf(topic);
      for (const store of stores) {
        for (const { windowStartMs, key, value } of store.changes()) {
          const row = { windowStartMs, key: Buffer.from(key, "latin1"), entry: value };
          rows.push(encodeChangelogRow(topic, partitions, row, nowMs));
        }
      }
    }
    return rows;
  }

  commit(): void {
    for (const store of this.#all()) store.commit();
  }

  rollback(): void {
    for (const store of this.#all()) store.rollback();
  }

  /** Empties all stores and reads them back from their changelogs' ends as they are now. */
  async restore(admin: LogAdmin, progress: (store: string, rows: number) => void): Promise<void> {
    for (const [name, stores] of this.#stores) {
      for (const store of stores) store.clear();
      let rows = 0;
      progress(name, rows);
      await admin.readToEnd(changelogTopic(this.#options.applicationId, name), (records) => {
        for (const record of records) {
          const row = decodeChangelogRow(record);
          if (row === undefined) continue;
          const lane = partitionForKey(row.key, stores.length);
          stores[lane]?.restore(row.windowStartMs, row.key.toString("latin1"), row.entry);
        }
        rows += records.length;
        progress(name, rows);
      });
    }
  }

  #all(): WindowStore<CountEntry>[] {
    return [...this.#stores.values()].flat();
  }
}

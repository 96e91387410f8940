/**
 * What waits to be written, in lots: of each app its ticks, and its events.
 *
 * It is the writer's. It is bounded in bytes (invariant 17): the lots that hold most give up their oldest.
 */
import type { EventRow } from "./events.ts";
import { excessOf } from "./fair-share.ts";

export interface TickRow {
  readonly at_s: number;
  readonly app_id: string;
  readonly series: string;
  readonly boot_id: string;
  readonly bytes: number;
  readonly body: Buffer;
}

export interface SeriesRow {
  readonly app_id: string;
  readonly series: string;
  readonly bytes: number;
  readonly body: string;
  readonly last_s: number;
}

/** What is written or lost together. */
export interface Lot {
  readonly appId: string;
  /** By id; of the ticks here, and written with them. */
  readonly series: ReadonlyMap<string, SeriesRow>;
  /** By second, series and boot; oldest first. */
  readonly ticks: ReadonlyMap<string, TickRow>;
  readonly events: readonly EventRow[];
  readonly bytes: number;
}

interface OpenLot extends Lot {
  readonly series: Map<string, SeriesRow>;
  readonly ticks: Map<string, TickRow>;
  readonly events: EventRow[];
  bytes: number;
}

export class Waiting {
  #lots = new Map<string, OpenLot>();

  get bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#lots.values()) sum += bytes;
    return sum;
  }

  /** @param key one that is there already is replaced. */
  tick(key: string, row: TickRow): void {
    const lot = this.#lot("ticks", row.app_id);
    lot.bytes += put(lot.ticks, key, row);
  }

  series(row: SeriesRow): void {
    const lot = this.#lot("ticks", row.app_id);
    lot.bytes += put(lot.series, row.series, row);
  }

  event(row: EventRow): void {
    const lot = this.#lot("events", row.app_id);
    lot.events.push(row);
    lot.bytes += row.bytes;
  }

  /** All of it, which waits no more. */
  take(): readonly Lot[] {
    const lots = [...this.#lots.values()];
    this.#lots = new Map();
    return lots;
  }

  /** What was taken, before all that came since. */
  putBack(lots: readonly Lot[]): void {
    const since = this.take();
    for (const { series, ticks, events } of [...lots, ...since]) {
      for (const row of series.values()) this.series(row);
      for (const [key, row] of ticks) this.tick(key, row);
      for (const row of events) this.event(row);
    }
  }

  /** @returns how many ticks and events are lost by it, and the apps of which a series is. */
  bound(bytesMax: number): { readonly lost: number; readonly withoutSeries: readonly string[] } {
    let lost = 0;
    const withoutSeries: string[] = [];
    const held = new Map([...this.#lots].map(([name, { bytes }]) => [name, bytes]));
    for (const [name, excess] of excessOf(held, bytesMax)) {
      const lot = this.#lots.get(name);
      if (lot === undefined) continue;
      const mostBytes = lot.bytes - excess;
      for (const [key, { bytes }] of lot.ticks) {
        if (lot.bytes <= mostBytes) break;
        lot.ticks.delete(key);
        lot.bytes -= bytes;
        lost += 1;
      }
      const kept = lot.events.findIndex(({ bytes }) => {
        if (lot.bytes <= mostBytes) return true;
        lot.bytes -= bytes;
        return false;
      });
      lost += lot.events.splice(0, kept < 0 ? lot.events.length : kept).length;
      if (lot.bytes <= mostBytes) continue;
      // There is nothing left of it but names.
      this.#lots.delete(name);
      withoutSeries.push(lot.appId);
    }
    return { lost, withoutSeries };
  }

  #lot(kind: "ticks" | "events", appId: string): OpenLot {
    const name = `${kind} ${appId}`;
    const held = this.#lots.get(name);
    if (held !== undefined) return held;
    const lot = { appId, series: new Map(), ticks: new Map(), events: [], bytes: 0 };
    this.#lots.set(name, lot);
    return lot;
  }
}

/** @returns by how much the rows have grown. */
function put<Row extends { readonly bytes: number }>(rows: Map<string, Row>, key: string, row: Row): number {
  const before = rows.get(key)?.bytes ?? 0;
  rows.set(key, row);
  return row.bytes - before;
}

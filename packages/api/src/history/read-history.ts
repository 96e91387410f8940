/** All that can be asked of history. */
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open-database.ts";
import { storing } from "../database/storage-error.ts";
import type { HistoryRetention } from "../wire/history.ts";
import { eventKinds } from "./events.ts";
import { held } from "./held.ts";
import type { History } from "./open-history.ts";
import { Past } from "./past.ts";
import { PastEvents } from "./past-events.ts";
import { readingHistory } from "./read-block.ts";
import { readLimits } from "./read-bound.ts";
import { defaultHistoryLimits, tiers } from "./tiers.ts";

export interface HistoryReader {
  readonly past: Past;
  readonly events: PastEvents;
  retention(): Promise<HistoryRetention>;
  /** What {@link retention} says of the writer: nothing is waited for. */
  writer(): HistoryRetention["writer"];
}

export interface HistoryReaderOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** What writes it; `undefined`: nothing in this process does. */
  readonly history: History | undefined;
}

export function historyIn({ database, clock, history }: HistoryReaderOptions): HistoryReader {
  return {
    past: new Past(database, clock),
    events: new PastEvents(database),
    retention: () => retentionOf(database, history),
    writer: () => writerOf(history),
  };
}

async function retentionOf(database: Database, history: History | undefined): Promise<HistoryRetention> {
  const { bytesMax, ...limits } = history?.limits ?? defaultHistoryLimits;
  const all = await storing(readingHistory, () => held(database));
  const keptOf = (
    name: Parameters<typeof all.get>[0],
    { keepMs, share }: { keepMs: number; share: number },
  ) => ({
    fromMs: all.get(name)?.fromMs ?? null,
    keepMs,
    bytes: all.get(name)?.bytes ?? 0,
    bytesMax: Math.floor(bytesMax * share),
  });
  const grains = tiers.map(({ name, stepMs }) => ({
    grain: name,
    stepMs,
    ...keptOf(name, limits.tiers[name]),
  }));
  const events = eventKinds.map((kind) => ({ kind, ...keptOf(kind, limits.events[kind]) }));
  return {
    bytes: [...grains, ...events].reduce((sum, { bytes }) => sum + bytes, 0),
    bytesMax,
    grains,
    events,
    reading: readLimits,
    writer: writerOf(history),
  };
}

function writerOf(history: History | undefined): HistoryRetention["writer"] {
  if (history === undefined) return { kind: "off" };
  const { failure, ...state } = history.writerState();
  const common = { ...state, pendingBytesMax: history.limits.pendingBytesMax };
  return failure === undefined ? { kind: "writing", ...common } : { kind: "failing", ...failure, ...common };
}

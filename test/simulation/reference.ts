/** What the app must give for a history: evaluated one record at a time, with nothing but maps. */
import type { TimeWindows } from "@stoatflow/engine";
import type { LogRecord } from "@stoatflow/engine/testing";
import type { Epoch } from "./history.ts";
import type { Plan } from "./plan.ts";

/** A row as a reader of its topic sees it. */
export interface OutputRow {
  readonly key: string;
  readonly value: string;
  readonly timeMs: number;
}

export interface Expected {
  /** The rows of each topic in the order in which they leave: by dispatch, then what the barrier released. */
  readonly out: readonly OutputRow[];
  readonly totals: readonly OutputRow[];
  readonly finals: readonly OutputRow[];
  readonly echo: readonly OutputRow[];
  /** By process: `partition/number window start watermark`. */
  readonly lateDrops: ReadonlyMap<number, readonly string[]>;
  /** By process: how often a row without a key met a count. */
  readonly nullKeys: ReadonlyMap<number, number>;
}

/** The key under which a record's value is echoed: records of several partitions meet in one. */
export function shuffledKey(value: string): string {
  const number = Number(value.split("/")[1]);
  return `s${number % 5}`;
}

interface Counted {
  readonly count: number;
  readonly timeMs: number;
}

/** Late means by the watermark of the last barrier in front of the record, for each window by itself (invariant 13). */
export function evaluate(
  epochs: readonly Epoch[],
  { windows, sources }: Pick<Plan, "windows" | "sources">,
): Expected {
  const tables = new Set(sources.filter(({ role }) => role === "table").map(({ topic }) => topic));
  const rows = { out: [] as OutputRow[], totals: [] as OutputRow[], finals: [] as OutputRow[] };
  const echo: OutputRow[] = [];
  const totals = new Map<string, Counted>();
  /** By window start, then key. */
  const open = new Map<number, Map<string, Counted>>();
  const lateDrops = new Map<number, string[]>();
  const nullKeys = new Map<number, number>();
  let watermarkMs: number | undefined;

  const closed = (startMs: number): boolean =>
    watermarkMs !== undefined && watermarkMs >= startMs + windows.sizeMs + windows.graceMs;

  const count = (record: LogRecord, process: number): void => {
    const { timestampMs } = record;
    const value = String(record.value);
    if (record.key === null && tables.has(record.topic)) {
      nullKeys.set(process, (nullKeys.get(process) ?? 0) + 1);
      return;
    }
    echo.push({ key: shuffledKey(value), value, timeMs: timestampMs });
    if (record.key === null) {
      nullKeys.set(process, (nullKeys.get(process) ?? 0) + 2);
      return;
    }
    const key = String(record.key);
    for (const startMs of windowStarts(timestampMs, windows)) {
      if (closed(startMs)) {
        listOf(lateDrops, process).push(`${value} ${startMs} ${watermarkMs}`);
        continue;
      }
      const ofWindow = open.get(startMs) ?? new Map<string, Counted>();
      open.set(startMs, ofWindow);
      rows.out.push({ key: `${key}@${startMs}`, ...shown(increment(ofWindow, key, timestampMs)) });
    }
    rows.totals.push({ key, ...shown(increment(totals, key, timestampMs)) });
  };

  for (const epoch of epochs) {
    for (const record of epoch.records) count(record, epoch.process);
    watermarkMs = epoch.watermarkMs;
    for (const startMs of [...open.keys()].sort((a, b) => a - b)) {
      if (!closed(startMs)) continue;
      const ofWindow = [...(open.get(startMs) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
      for (const [key, counted] of ofWindow)
        rows.finals.push({ key: `${key}@${startMs}`, ...shown(counted) });
      open.delete(startMs);
    }
  }
  return { ...rows, echo, lateDrops, nullKeys };
}

function increment(counts: Map<string, Counted>, key: string, timeMs: number): Counted {
  const before = counts.get(key);
  const now = { count: (before?.count ?? 0) + 1, timeMs: Math.max(before?.timeMs ?? timeMs, timeMs) };
  counts.set(key, now);
  return now;
}

function shown({ count, timeMs }: Counted): { readonly value: string; readonly timeMs: number } {
  return { value: `${count}`, timeMs };
}

/** Every multiple of the advance whose window holds the time, found by looking at each. */
function windowStarts(timeMs: number, { sizeMs, advanceMs }: TimeWindows): number[] {
  const starts: number[] = [];
  const first = Math.ceil((timeMs - sizeMs) / advanceMs) - 1;
  for (let n = first; n * advanceMs <= timeMs; n += 1) {
    const start = n * advanceMs;
    if (start <= timeMs && timeMs < start + sizeMs) starts.push(start);
  }
  return starts;
}

function listOf<K>(lists: Map<K, string[]>, key: K): string[] {
  const found = lists.get(key) ?? [];
  lists.set(key, found);
  return found;
}

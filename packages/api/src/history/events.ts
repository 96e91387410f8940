/** What happens in an app and is kept one by one, beside what is measured each second. */
import type { FeedSnapshot } from "@stoatflow/engine/wire";
import type { CollectedEntries, ToldInstance } from "../collector/collector-observer.ts";
import type { LeaderChangeEntry } from "../wire/entry-pages.ts";
import type { LifecycleChange } from "../wire/lifecycle-change.ts";
import { leaderChangeKey } from "./leader-changes.ts";
import { type LastLifecycle, lifecycleCauseOf } from "./lifecycle-cause.ts";
import { skewMaxMs } from "./placing.ts";
import { rowBytes } from "./row.ts";
import { isRestarted, isWithin, widestRun } from "./run.ts";

export const eventKinds = ["late-drop", "hold", "violation", "life-cycle", "leader-change"] as const;
export type EventKind = (typeof eventKinds)[number];

/**
 * A row to be written. The same entry of the same boot is written once, however often it is brought; a change of a leader
 * is, whichever boot brings it.
 */
export interface EventRow {
  readonly app_id: string;
  readonly kind: EventKind;
  readonly boot_id: string;
  readonly entry_id: bigint;
  readonly at_ms: number;
  readonly bytes: number;
  readonly body: string;
  readonly bug: 0 | 1;
}

export function entryRows(appId: string, entries: CollectedEntries, nowMs: number): EventRow[] {
  if (entries.kind === "hold")
    return entries.items.map((hold) => eventRow(appId, "hold", hold, BigInt(hold.id), hold.untilMs, nowMs));
  return entries.items.map((entry) =>
    eventRow(appId, entries.kind, entry, BigInt(entry.id), entry.atMs, nowMs),
  );
}

/** What one instance has told. */
export type Told = Pick<ToldInstance, "tick" | "isWorking">;

/**
 * The change that a tick shows, if it does.
 *
 * @param told by the instances, of which the tick is made.
 */
export function lifecycleChangeOf(
  before: LastLifecycle | null,
  { atMs, status }: FeedSnapshot,
  run: string,
  told: readonly Told[],
): LifecycleChange | undefined {
  const to = status.lifecycle;
  const bootId = before === null ? run : widestRun(before.bootId, run);
  if (before?.kind === to.kind && before.bootId === bootId) return undefined;
  const isRestart = before !== null && isRestarted(before.bootId, bootId);
  const from = before === null ? null : { kind: before.kind, bootId: before.bootId };
  const now = told.length < 2 ? told : told.filter(isNow(to.kind));
  const by = lifecycleCauseOf(
    before,
    to.kind,
    isRestart,
    now.map(({ tick }) => tick.snapshot),
  );
  const change = { atMs, bootId, from, to, isRestart, by };
  if (told.length < 2) return change;
  const those = isRestart ? startedAnew(told, before.bootId) : now;
  return { ...change, instances: those.map(({ tick }) => tick.snapshot.instanceId) };
}

function startedAnew(told: readonly Told[], before: string): readonly Told[] {
  return told.filter(({ tick }) => !isWithin(tick.snapshot.bootId, before));
}

function isNow(kind: LifecycleChange["to"]["kind"]): (one: Told) => boolean {
  return ({ tick, isWorking }) => isWorking && tick.snapshot.status.lifecycle.kind === kind;
}

/** @param id grows from change to change, of all apps: their clocks may be set back. */
export function lifecycleRow(appId: string, change: LifecycleChange, id: bigint, nowMs: number): EventRow {
  return eventRow(appId, "life-cycle", change, id, change.atMs, nowMs);
}

/** @param change placed at the time at which it was first read. */
export function leaderChangeRow(appId: string, change: LeaderChangeEntry, nowMs: number): EventRow {
  const row = eventRow(appId, "leader-change", change, BigInt(change.id), change.readAtMs, nowMs);
  return { ...row, ...leaderChangeKey(change) };
}

/** An app whose clock is ahead can't have its events outlive all others. */
function eventRow(
  appId: string,
  kind: EventKind,
  entry: { readonly bootId: string; readonly class?: string },
  id: bigint,
  atMs: number,
  nowMs: number,
): EventRow {
  const body = JSON.stringify(entry);
  return {
    app_id: appId,
    kind,
    boot_id: entry.bootId,
    entry_id: id,
    at_ms: Math.min(atMs, nowMs + skewMaxMs),
    bytes: Buffer.byteLength(body) + rowBytes,
    body,
    bug: entry.class === "bug" ? 1 : 0,
  };
}

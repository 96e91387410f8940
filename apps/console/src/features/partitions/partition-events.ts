import type {
  AppCommit,
  HoldEntry,
  LateDropEntry,
  LeaderChangeEntry,
  LedgerEntry,
  LifecycleChange,
} from "@stoatflow/api";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatQuantity, groupDigits } from "../../lib/format/integer.ts";
import { type Mark, partitionMarks } from "../../ui/mark.ts";
import { wordsOfEnd } from "../holds/words.ts";
import { classMarks, evidenceWords, kindWords } from "../violations/words.ts";
import type { PastStretch } from "./past-line.ts";

/** One thing that happened to a partition, or to its app as a whole. */
export interface PartitionEvent {
  readonly key: string;
  /** By the app's clock. */
  readonly atMs: number;
  readonly mark: Mark;
  readonly text: string;
}

export interface Happened {
  /** Of this partition alone. */
  readonly holds: readonly HoldEntry[];
  readonly violations: readonly LedgerEntry[];
  readonly leaderChanges: readonly LeaderChangeEntry[];
  readonly lateDrops: readonly LateDropEntry[];
  readonly stretches: readonly PastStretch[];
  /** Of the app. */
  readonly lifecycle: readonly LifecycleChange[];
  readonly commits: readonly AppCommit[];
}

/** Late drops closer to each other than this are one event: a burst of hundreds would hide everything else. */
const burstMs = 10_000;

/** Everything that happened, newest first. */
export function partitionEvents(happened: Happened): readonly PartitionEvent[] {
  return [
    ...happened.holds.map(ofHold),
    ...happened.violations.map(ofViolation),
    ...happened.leaderChanges.map(ofLeaderChange),
    ...burstsOf(happened.lateDrops).map(ofBurst),
    ...happened.stretches.flatMap(ofStretch),
    ...happened.lifecycle.map(ofLifecycle),
    ...happened.commits.filter(({ outcome }) => outcome === "rolled-back").map(ofRollback),
  ].sort((a, b) => b.atMs - a.atMs);
}

const mark = (glyph: Mark["glyph"], hue: string, word: string): Mark => ({ glyph, hue, word });

function ofHold(hold: HoldEntry): PartitionEvent {
  const how = wordsOfEnd({ kind: "ended", by: hold.endedBy });
  return {
    key: `hold ${hold.bootId} ${hold.id}`,
    atMs: hold.untilMs,
    mark: mark("diamond", "text-held", "hold"),
    text: `head ${groupDigits(hold.headOffset)} held for ${formatDuration(hold.heldMs)}, then ${how}`,
  };
}

function ofViolation(entry: LedgerEntry): PartitionEvent {
  return {
    key: `violation ${entry.bootId} ${entry.id}`,
    atMs: entry.atMs,
    mark: classMarks[entry.class],
    text: `${kindWords[entry.kind]}: ${evidenceWords(entry)}`,
  };
}

function ofLeaderChange({ bootId, id, fromEpoch, toEpoch, atOffset, readAtMs }: LeaderChangeEntry) {
  return {
    key: `leader ${bootId} ${id}`,
    atMs: readAtMs,
    mark: mark("crown", "text-soft", "leader"),
    text: `new leader epoch (${fromEpoch} to ${toEpoch}), as read at offset ${groupDigits(atOffset)}`,
  };
}

function burstsOf(drops: readonly LateDropEntry[]): readonly (readonly LateDropEntry[])[] {
  const bursts: LateDropEntry[][] = [];
  for (const drop of drops.toSorted((a, b) => a.atMs - b.atMs)) {
    const burst = bursts.at(-1);
    const last = burst?.at(-1);
    if (burst !== undefined && last !== undefined && drop.atMs - last.atMs < burstMs) burst.push(drop);
    else bursts.push([drop]);
  }
  return bursts;
}

function ofBurst(burst: readonly LateDropEntry[]): PartitionEvent {
  const lateness = burst.map(({ latenessMs }) => latenessMs);
  const [least, most] = [Math.min(...lateness), Math.max(...lateness)];
  const range = least === most ? formatDuration(most) : `${formatDuration(least)} to ${formatDuration(most)}`;
  const last = burst.at(-1);
  return {
    key: `late ${last?.bootId} ${last?.id}`,
    atMs: last?.atMs ?? 0,
    mark: mark("down", "text-late", "late"),
    text: `${formatQuantity(burst.length, "late drop")}, ${range} behind the watermark`,
  };
}

/** Where its state at the end of a step is another than at the end of the step before. */
function ofStretch(stretch: PastStretch): readonly PartitionEvent[] {
  return stretch.flatMap(({ atMs, state }, at) => {
    const before = stretch[at - 1]?.state;
    if (state === null || before === null || before === undefined || before === state) return [];
    const { word } = partitionMarks[before];
    return [{ key: `state ${atMs}`, atMs, mark: partitionMarks[state], text: `was ${word} before` }];
  });
}

function ofLifecycle(change: LifecycleChange): PartitionEvent {
  const by = change.by === null ? "" : byWords(change.by);
  return {
    key: `app ${change.bootId} ${change.atMs} ${change.to.kind}`,
    atMs: change.atMs,
    mark: mark("bars", "text-paused", "app"),
    text: `${lifecycleWords(change)}${by}`,
  };
}

function lifecycleWords({ isRestart, from, to }: LifecycleChange): string {
  if (isRestart) return `the app was started anew, and is ${to.kind}`;
  return from === null ? `the app was heard of again, and is ${to.kind}` : `the app is ${to.kind}`;
}

function byWords({ kind, actor, reason }: NonNullable<LifecycleChange["by"]>): string {
  if (kind === "expired") return ": its time to pause was over";
  return `: ${kind} by ${actor}, “${reason}”`;
}

function ofRollback({ epoch, atMs, instanceId }: AppCommit): PartitionEvent {
  return {
    key: `epoch ${instanceId ?? ""} ${epoch}`,
    atMs,
    mark: mark("back", "text-waiting", "rolled back"),
    text: `epoch ${groupDigits(String(epoch))} of the app was rolled back`,
  };
}

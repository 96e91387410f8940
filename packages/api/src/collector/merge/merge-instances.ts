/**
 * One app out of what its instances told: pure.
 *
 * Those that hold partitions make the app's tick. One that is missing keeps the partitions that it last held until
 * another instance names them, so that the global watermark never runs past what nobody works on; one that holds none
 * stands by, and takes part in no minimum. Absence is absence (invariant 15): while an instance whose partitions count
 * has no watermark, the app has none.
 */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  commitsMax,
  comparePartitions,
  type FeedSnapshot,
  type HeldBackBy,
  lanesMax,
  pauseReasonsMax,
} from "@stoatflow/engine/wire";
import type { InstanceRole } from "../../wire/index.ts";
import { type ContestedPartition, contestedMax } from "../../wire/instance-summary.ts";
import type { ToldInstance } from "../collector-observer.ts";
import type { CollectedSnapshot, ReceivedTick } from "../summary.ts";
import { type Claim, type Claimant, settleClaims } from "./claims.ts";
import {
  appClockFor,
  clockOfHolder,
  lifecycleAt,
  partitionAt,
  pauseReasonAt,
  timekeeperOf,
} from "./clocks.ts";
import { foremostLifecycle } from "./foremost-lifecycle.ts";
import { sumCounters, sumDurations, sumLimits } from "./sum-status.ts";
import { toldApart } from "./told-apart.ts";
import { watermarkHolder } from "./watermark-holder.ts";

/** An instance as it stands. */
export interface InstanceState {
  readonly url: string;
  readonly tick: ReceivedTick | undefined;
  readonly isCurrent: boolean;
}

/** What an instance is for its app. */
export interface InstanceShare {
  readonly role: InstanceRole;
  /** What it calls itself, or what tells it from others that call themselves the same. */
  readonly instanceId: string | null;
  readonly partitions: number | null;
}

export interface MergedApp {
  readonly tick: ReceivedTick | undefined;
  /** The tick of the instance whose watermark is the app's, as it told it. */
  readonly holding: ReceivedTick | undefined;
  /**
   * By place among the tick's partitions, the watermark of the instance that works on each, below which none puts it.
   * Absent where one instance alone told the tick: it is the tick's own.
   */
  readonly floorsMs?: readonly (number | null)[];
  /** In the order of the instances. */
  readonly shares: readonly InstanceShare[];
  readonly contested: readonly ContestedPartition[];
  readonly contestedCount: number;
  /** The instances that have told something, in their order; what each has told is part of the tick. */
  readonly told: readonly ToldInstance[];
}

export function mergeInstances(instances: readonly InstanceState[]): MergedApp {
  const [only, ...others] = instances;
  if (only === undefined || others.length === 0) return alone(only);
  const named = toldApart(instances);
  const claimants = claimantsOf(named);
  const claims = settleClaims(claimants);
  const owned = new Map<string, number>();
  for (const { by } of claims) owned.set(by.url, (owned.get(by.url) ?? 0) + 1);
  const working = new Set(owned.keys());
  const contested = claims.filter(({ contestedBy }) => contestedBy.length > 0);
  for (const { contestedBy } of contested) for (const { url } of contestedBy) working.add(url);
  const makers = makersOf(claimants, working);
  const holder = watermarkHolder(makers, claims);
  return {
    tick: tickOf(makers, claimants, claims, holder),
    holding: holder?.tick,
    ...(makers.length > 1 ? { floorsMs: claims.map(({ by }) => watermarkOf(by)) } : {}),
    shares: named.map(({ url, tick }) => {
      if (tick === undefined) return { role: "unknown", instanceId: null, partitions: null };
      const role = working.has(url) ? "working" : "standing-by";
      return { role, instanceId: tick.snapshot.instanceId, partitions: owned.get(url) ?? 0 };
    }),
    contested: contested.slice(0, contestedMax).map(contestedOf),
    contestedCount: contested.length,
    told: claimants.map((one) => ({ ...one, isWorking: working.has(one.url) })),
  };
}

/** Two addresses of one process are one instance: what it counts is not counted twice. */
function claimantsOf(instances: readonly InstanceState[]): readonly Claimant[] {
  const byBoot = new Map<string, Claimant>();
  for (const { url, tick, isCurrent } of instances) {
    const bootId = tick?.snapshot.bootId;
    if (tick !== undefined && bootId !== undefined && !byBoot.has(bootId))
      byBoot.set(bootId, { url, tick, isCurrent });
  }
  return [...byBoot.values()];
}

function alone(instance: InstanceState | undefined): MergedApp {
  const tick = instance?.tick;
  const partitions = tick?.snapshot.watermarks.partitions.length ?? null;
  const role = partitions === null ? "unknown" : partitions > 0 ? "working" : "standing-by";
  const told = claimantsOf(instance === undefined ? [] : [instance]).map((one) => ({
    ...one,
    isWorking: role === "working",
  }));
  return {
    tick,
    holding: tick,
    shares: [{ role, instanceId: tick?.snapshot.instanceId ?? null, partitions }],
    contested: [],
    contestedCount: 0,
    told,
  };
}

function contestedOf({ by, partition: { topic, partition }, contestedBy }: Claim): ContestedPartition {
  return { topic, partition, claimedBy: [by.url, ...contestedBy.map(({ url }) => url)] };
}

/** Those that make the app's tick. */
function makersOf(claimants: readonly Claimant[], working: ReadonlySet<string>): readonly Claimant[] {
  const makers = claimants.filter(({ url }) => working.has(url));
  return makers.length > 0 ? makers : whileNobodyWorks(claimants);
}

function tickOf(
  [lead, ...rest]: readonly Claimant[],
  claimants: readonly Claimant[],
  claims: readonly Claim[],
  holder: Claimant | undefined,
): ReceivedTick | undefined {
  if (lead === undefined) return undefined;
  const { snapshot, receivedAtMs } = lead.tick;
  if (rest.length > 0) return merged([lead, ...rest], claimants, claims, holder);
  const status = { ...snapshot.status, ...countedBy(snapshot, claimants) };
  // A standby that never worked has counted nothing, and leaves the very tick that was told.
  if (isDeepStrictEqual(status, snapshot.status)) return lead.tick;
  return { snapshot: { ...snapshot, status }, receivedAtMs };
}

/** The first in the configuration's order that tells something, and not by turns whoever spoke last. */
function whileNobodyWorks(claimants: readonly Claimant[]): readonly Claimant[] {
  const first = claimants.find(({ isCurrent }) => isCurrent) ?? claimants[0];
  return first === undefined ? [] : [first];
}

/** What an instance has counted stays counted when another has taken its partitions. */
function countedBy(first: FeedSnapshot, claimants: readonly Claimant[]) {
  const others = claimants.map(({ tick }) => tick.snapshot).filter((snapshot) => snapshot !== first);
  return {
    counters: sumCounters([first.status.counters, ...others.map(({ status }) => status.counters)]),
    durations: sumDurations([first.status.durations, ...others.map(({ status }) => status.durations)]),
  };
}

function merged(
  makers: readonly [Claimant, ...Claimant[]],
  claimants: readonly Claimant[],
  claims: readonly Claim[],
  holder: Claimant | undefined,
): ReceivedTick {
  const [{ tick: lead }] = makers;
  const all = makers.map(({ tick }) => tick.snapshot);
  const statuses = all.map(({ status }) => status);
  const sum = (of: (snapshot: FeedSnapshot) => number) => all.reduce((total, one) => total + of(one), 0);
  const timekeeper = timekeeperOf(makers);
  const clockFor = ({ tick }: Claimant) => appClockFor(timekeeper, tick);
  const identity = identityOf(all, timekeeper.snapshot.atMs);
  const receivedAtMs = Math.max(...makers.map(({ tick }) => tick.receivedAtMs));
  const snapshot: CollectedSnapshot = {
    ...lead.snapshot,
    ...identity,
    watermarkAtMs: holder === undefined ? identity.atMs : clockOfHolder(holder, receivedAtMs),
    status: {
      ...lead.snapshot.status,
      lifecycle: foremostLifecycle(
        makers.map((one) => lifecycleAt(clockFor(one), one.tick.snapshot.status.lifecycle)),
      ),
      pauseReasons: makers
        .flatMap((one) =>
          one.tick.snapshot.status.pauseReasons.map((reason) => pauseReasonAt(clockFor(one), reason)),
        )
        .slice(0, pauseReasonsMax),
      generation: sum(({ status }) => status.generation),
      // The slowest, so that a healthy one is not old whenever the others are gone.
      tickIntervalMs: slowestOf(statuses),
      startedAtMs: Math.min(...statuses.map(({ startedAtMs }) => startedAtMs)),
      feedClients: sum(({ status }) => status.feedClients),
      ...countedBy(lead.snapshot, claimants),
      limits: sumLimits(statuses.map(({ limits }) => limits)),
    },
    watermarks: {
      globalWatermarkMs: holder === undefined ? null : watermarkOf(holder),
      heldBackBy: heldBackByOf(holder, claims),
      partitions: claims.map(({ by, partition }) => partitionAt(clockFor(by), partition)),
    },
    lanes: {
      lanes: all
        .flatMap(({ instanceId, lanes }) => lanes.lanes.map((lane) => ({ ...lane, instanceId })))
        .slice(0, lanesMax),
      eventLoopDelayMs: Math.max(...all.map(({ lanes }) => lanes.eventLoopDelayMs)),
    },
    commits: {
      commits: all
        .flatMap(({ instanceId, commits }) => commits.commits.map((commit) => ({ ...commit, instanceId })))
        .sort((a, b) => b.atMs - a.atMs)
        .slice(0, commitsMax),
    },
    rings: {
      lateDropsNext: sumOfText(all.map(({ rings }) => rings.lateDropsNext)),
      holdsNext: sumOfText(all.map(({ rings }) => rings.holdsNext)),
      violationsNext: sumOfText(all.map(({ rings }) => rings.violationsNext)),
    },
  };
  return { snapshot, receivedAtMs };
}

function slowestOf(statuses: readonly FeedSnapshot["status"][]): number | undefined {
  const told = statuses.flatMap(({ tickIntervalMs }) => tickIntervalMs ?? []);
  return told.length === 0 ? undefined : Math.max(...told);
}

/**
 * A run of the merged app is one set of runs of its instances; each tick of one of them makes the sum larger, so that
 * ids grow within a run as those of one instance do.
 */
function identityOf(all: readonly FeedSnapshot[], atMs: number) {
  const boots = all.map(({ bootId }) => bootId).sort();
  return {
    instanceId: all
      .map(({ instanceId }) => instanceId)
      .join(" + ")
      .slice(0, 200),
    bootId: `merged.${createHash("sha256").update(boots.join("\n")).digest("hex").slice(0, 24)}`,
    sequence: sumOfText(all.map(({ sequence }) => sequence)),
    atMs,
    capabilities: (all[0]?.capabilities ?? []).filter((one) =>
      all.every(({ capabilities }) => capabilities.includes(one)),
    ),
  };
}

function watermarkOf({ tick: { snapshot } }: Claimant): number | null {
  return snapshot.watermarks.globalWatermarkMs;
}

/** What an instance said of a partition that another one has taken since is so no more. */
function heldBackByOf(holder: Claimant | undefined, claims: readonly Claim[]): HeldBackBy | null {
  const heldBackBy = holder?.tick.snapshot.watermarks.heldBackBy ?? null;
  if (holder === undefined || heldBackBy === null) return null;
  const claim = claims.find(({ partition }) => comparePartitions(partition, heldBackBy) === 0);
  return claim !== undefined && [claim.by, ...claim.contestedBy].includes(holder) ? heldBackBy : null;
}

function sumOfText(all: readonly string[]): string {
  return String(all.reduce((sum, one) => sum + BigInt(one), 0n));
}

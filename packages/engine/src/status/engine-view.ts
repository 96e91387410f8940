/**
 * Reads a snapshot's parts off the running engine, in one go (invariants 14 and 15). All that it moves is the global
 * watermark, to what the partitions say at this moment, as a barrier would.
 */
import type { Clock } from "../clock.ts";
import type { Tripwire } from "../dispatch/tripwire.ts";
import { hotKeyCountersMax } from "../lane/hot-keys.ts";
import type { Lane } from "../lane/lane.ts";
import type { LaneStatus } from "../lane/lane-status.ts";
import type { Control } from "../lifecycle/control.ts";
import type { LifecycleState } from "../lifecycle/engine-state.ts";
import type { Processing } from "../lifecycle/processing.ts";
import type { ResolvedOptions } from "../options.ts";
import { partitionId } from "../record/topic-partition.ts";
import type { LaneEntry, Topology } from "../topology/topology.ts";
import { controlChangesMax, type HeldBackBy, type Lifecycle } from "../wire/index.ts";
import { heldBackBy, type ServingGate } from "./held-back-by.ts";
import { holderFacts } from "./holder-facts.ts";
import { partitionStatus } from "./partition-status.ts";
import type { SnapshotParts, StatusBoard } from "./status-board.ts";

/** What the engine knows beside its processing. */
export interface EngineFacts {
  readonly lifecycle: LifecycleState;
  readonly failure: { readonly code: string; readonly message: string } | undefined;
  readonly restoring: { readonly store: string; readonly rows: number };
  readonly pausingSinceMs: number;
  readonly pausedSinceMs: number;
  readonly control: Pick<Control, "reasons" | "generation" | "lastChange" | "changesKept">;
  readonly startedAtMs: number;
  readonly feedClients: number;
  readonly eventLoopDelayMs: number;
  /** The bounds of the status server, by name. */
  readonly serverLimits: SnapshotParts["status"]["limits"];
}

export interface EngineViewOptions {
  readonly clock: Clock;
  readonly options: ResolvedOptions;
  readonly topology: Topology;
  readonly logKind: string;
  readonly version: string;
  readonly nodeVersion: string;
  readonly laneStatus: LaneStatus;
}

export function snapshotParts(
  view: EngineViewOptions,
  facts: EngineFacts,
  processing: Processing,
  board: StatusBoard,
  tripwire: Tripwire,
): SnapshotParts {
  const { clock, options, topology } = view;
  const nowMs = clock.nowMs();
  const { barrier, dispatcher, lanes } = processing;
  const capacity = options["processing.buffered-records-per-partition"];
  const globalWatermarkMs = processing.advanceWatermark() ?? null;
  const strategies = new Map(topology.sources.map(({ topic, strategy }) => [topic, strategy]));
  const partitions = [...dispatcher.partitions].map((partition) => {
    const strategy = strategies.get(partition.source.partition.topic);
    return partitionStatus(partition, {
      lifecycle: facts.lifecycle,
      strategy: strategy?.kind ?? "bounded-out-of-orderness",
      boundMs: strategy?.boundMs,
      bufferCapacity: capacity,
    });
  });
  const counts = board.counts;
  const readAhead = processing.consumer.readAhead();
  return {
    status: {
      lifecycle: lifecycleOf(view, facts, processing, nowMs),
      pauseReasons: facts.control.reasons.list(),
      generation: facts.control.generation,
      lastControl: facts.control.lastChange ?? null,
      leaderChanges: board.leaderChanges,
      guarantee: options["processing.guarantee"],
      log: view.logKind,
      build: { version: view.version, node: view.nodeVersion },
      startedAtMs: facts.startedAtMs,
      tickIntervalMs: options["processing.refresh-interval-ms"],
      epoch: {
        number: barrier.state.epoch,
        openedAtMs: openedAtMs(barrier.state),
        lastCommitMs: barrier.lastCommitMs ?? null,
      },
      feedClients: facts.feedClients,
      counters: {
        polled: processing.polled,
        dispatched: processing.dispatched,
        refetched: processing.refetched,
        ...counts,
        violations: { ...tripwire.counts },
        violationClasses: { ...tripwire.classes },
      },
      limits: {
        "partition.buffer.records": {
          used: partitions.reduce((most, { bufferedRecords }) => Math.max(most, bufferedRecords), 0),
          limit: capacity - 1 + options["processing.max-poll-records"],
        },
        "lane.mailbox.rows": {
          used: lanes.lanes.reduce((most, { depth }) => Math.max(most, depth), 0),
          limit: options["processing.lane-capacity"],
        },
        "lane.hot-key.counters": {
          used: lanes.lanes.reduce((most, { hotKeys }) => Math.max(most, hotKeys.counters), 0),
          limit: hotKeyCountersMax,
        },
        "epoch.bytes": { used: processing.effects.bytesHeld, limit: options["processing.max-epoch-bytes"] },
        "consumer.read-ahead.bytes": { used: readAhead.bytes, limit: readAhead.bytesLimit },
        "watermark.moves": {
          used: processing.watermark.moves.retained,
          limit: processing.watermark.moves.limit,
        },
        "control.changes": { used: facts.control.changesKept, limit: controlChangesMax },
        ...board.limits,
        ...facts.serverLimits,
      },
      durations: board.durations,
    },
    watermarks: {
      globalWatermarkMs,
      heldBackBy: holderOf(processing, gateOf(view, facts, processing, nowMs)),
      partitions,
    },
    lanes: {
      lanes: view.laneStatus.look(lanes.lanes, nowMs, clock.monotonicMs(), (lane) =>
        oldestOperator(topology, lane),
      ),
      eventLoopDelayMs: facts.eventLoopDelayMs,
    },
  };
}

function holderOf(processing: Processing, gate: ServingGate): HeldBackBy | null {
  const { barrier, dispatcher } = processing;
  const held = heldBackBy(dispatcher.partitions, dispatcher.keptWaitingFor, gate);
  if (held === undefined) return null;
  const holder = dispatcher.partition(partitionId(held));
  if (holder === undefined) return held;
  return { ...held, ...holderFacts(held, holder, processing.idlenessOf(holder), barrier.state) };
}

function openedAtMs(state: Processing["barrier"]["state"]): number {
  if (state.kind === "open") return state.openedAtMs;
  return state.kind === "recovering" ? state.sinceMs : state.fixedAtMs;
}

function gateOf(
  view: EngineViewOptions,
  facts: EngineFacts,
  processing: Processing,
  nowMs: number,
): ServingGate {
  if (facts.lifecycle === "paused" || facts.lifecycle === "pausing") return "paused";
  const { state } = processing.barrier;
  const slowMs = view.options["processing.refresh-interval-ms"];
  if (state.kind === "committing" && nowMs - state.passedAtMs > slowMs) return "slow-commit";
  // Behind a barrier that a lane does not let pass nothing is dispatched either, however much room the lanes have.
  if (state.kind === "passing" && nowMs - state.fixedAtMs > slowMs) return "lane-full";
  return processing.lanesFull ? "lane-full" : "open";
}

/** The most characters of a failure's message that the wire takes; a user's function may throw any. */
const failureMessageKept = 2000;

function lifecycleOf(
  view: EngineViewOptions,
  facts: EngineFacts,
  processing: Processing,
  nowMs: number,
): Lifecycle {
  switch (facts.lifecycle) {
    case "restoring":
      return { kind: "restoring", store: facts.restoring.store, restored: facts.restoring.rows };
    case "pausing":
      return {
        kind: "pausing",
        sinceMs: facts.pausingSinceMs,
        waitingFor: blockers(view.topology, processing, nowMs),
      };
    case "paused":
      return { kind: "paused", sinceMs: facts.pausedSinceMs };
    case "failed":
      return {
        kind: "failed",
        code: facts.failure?.code ?? "unknown",
        message: (facts.failure?.message ?? "").slice(0, failureMessageKept),
      };
    default:
      return { kind: facts.lifecycle };
  }
}

/** The lanes that still hold work, with the operator that takes it; the oldest work first, since that holds the drain. */
function blockers(topology: Topology, processing: Processing, nowMs: number) {
  return processing.lanes.lanes
    .filter(({ held }) => held > 0)
    .map((lane) => ({
      lane: lane.index,
      operator: oldestOperator(topology, lane),
      records: lane.held,
      oldestAgeMs: Math.max(0, nowMs - (lane.oldestArrivedMs ?? nowMs)),
    }))
    .sort((a, b) => b.oldestAgeMs - a.oldestAgeMs)
    .slice(0, 256);
}

/** What takes the oldest row of a lane that holds work; a row that came by no entry was released. */
function oldestOperator({ laneEntries }: Topology, { oldestEntry }: Lane): string {
  const node = oldestEntry === undefined ? undefined : laneEntries[oldestEntry]?.node;
  return node === undefined ? "suppress" : operatorName(node);
}

function operatorName(node: LaneEntry["node"]): string {
  switch (node.kind) {
    case "sink":
      return `to(${node.topic})`;
    case "windowedCount":
    case "count":
      return node.store;
    case "mapValuesAsync":
      return node.id;
  }
}

/**
 * Makes the operators of a topology: stage 0 once, stage 1 once for each lane, so that nothing is shared between
 * lanes.
 */
import { CountOperator } from "../operators/count.ts";
import { FanOut } from "../operators/fan-out.ts";
import { FilterOperator } from "../operators/filter.ts";
import { LateOutput } from "../operators/late-output.ts";
import { MapOperator, MapValuesOperator } from "../operators/map.ts";
import { MapValuesAsyncOperator } from "../operators/map-values-async.ts";
import type { LaneContext, Operator, WatermarkListener } from "../operators/operator.ts";
import { SinkOperator } from "../operators/sink.ts";
import { type FinalResults, WindowedCountOperator } from "../operators/window/windowed-count.ts";
import type { CountEntry } from "../state/changelog.ts";
import type { KeyValueStore } from "../state/key-value-store.ts";
import type { WindowStore } from "../state/window-store.ts";
import type { GraphNode, WindowedCountNode } from "./graph.ts";
import { keySerdeOf, type LaneEntry, type Topology } from "./topology.ts";

/** What stage 1 of one lane is made with. */
export interface LaneStageOptions {
  readonly context: LaneContext;
  readonly windowStore: (name: string) => WindowStore<CountEntry>;
  readonly keyValueStore: (name: string) => KeyValueStore<CountEntry>;
  readonly partitionsOf: (topic: string) => number;
  readonly payloadBytesKept: number;
  readonly applicationId: string;
}

export interface LaneStage {
  /** By the place of the lane entry in the topology. */
  readonly entries: readonly Operator[];
  readonly listeners: readonly WatermarkListener[];
}

export type RouteTo = (entry: LaneEntry, place: number) => Operator;

/** The first operators behind each source topic, ending where `routeTo` takes the rows to the lanes. */
export function buildRouting(topology: Topology, routeTo: RouteTo): ReadonlyMap<string, Operator> {
  const routes = new Map<GraphNode, Operator>();
  for (const [place, entry] of topology.laneEntries.entries()) routes.set(entry.node, routeTo(entry, place));
  const build = (node: GraphNode): Operator =>
    routes.get(node) ?? stateless(node, behind(topology, node, build));
  return new Map(topology.sources.map((source) => [source.topic, behind(topology, source, build)]));
}

export function buildLaneStage(topology: Topology, options: LaneStageOptions): LaneStage {
  const listeners: WatermarkListener[] = [];
  const build = (node: GraphNode): Operator => {
    switch (node.kind) {
      case "sink":
        return new SinkOperator({
          topic: node.topic,
          partitions: options.partitionsOf(node.topic),
          key: node.key,
          value: node.value,
          effects: options.context.effects,
        });
      case "windowedCount": {
        const operator = new WindowedCountOperator({
          name: node.store,
          windows: node.windows,
          store: options.windowStore(node.store),
          context: options.context,
          payloadBytesKept: options.payloadBytesKept,
          lateOutput: lateOutputOf(node, options),
          next: behind(topology, node, build, (child) => child.kind !== "suppress"),
          finals: finalsOf(topology, node, build),
        });
        listeners.push(operator);
        return operator;
      }
      case "count":
        return new CountOperator({
          store: options.keyValueStore(node.store),
          context: options.context,
          next: behind(topology, node, build),
        });
      case "mapValuesAsync":
        return new MapValuesAsyncOperator({
          name: node.id,
          mapper: node.mapper,
          timeLimitMs: node.timeLimitMs,
          context: options.context,
          next: behind(topology, node, build),
        });
      default:
        return stateless(node, behind(topology, node, build));
    }
  };
  return { entries: topology.laneEntries.map(({ node }) => build(node)), listeners };
}

function lateOutputOf({ lateTopic }: WindowedCountNode, options: LaneStageOptions): LateOutput | undefined {
  if (lateTopic === undefined) return undefined;
  const { applicationId, partitionsOf, context } = options;
  return new LateOutput({
    topic: lateTopic,
    partitions: partitionsOf(lateTopic),
    app: applicationId,
    effects: context.effects,
  });
}

/** What a suppressed table gives; `undefined` where nothing suppresses the node's. */
function finalsOf(
  topology: Topology,
  node: WindowedCountNode,
  build: (node: GraphNode) => Operator,
): FinalResults | undefined {
  const suppressed = (topology.children.get(node.id) ?? []).some(({ kind }) => kind === "suppress");
  if (!suppressed) return undefined;
  const next = behind(topology, node, build, (child) => child.kind === "suppress");
  return { next, key: keySerdeOf(topology.nodes, node) };
}

function behind(
  topology: Topology,
  node: GraphNode,
  build: (node: GraphNode) => Operator,
  wanted: (child: GraphNode) => boolean = () => true,
): Operator {
  const operators = (topology.children.get(node.id) ?? []).filter(wanted).map(build);
  const [only] = operators;
  return operators.length === 1 && only !== undefined ? only : new FanOut(operators);
}

function stateless(node: GraphNode, next: Operator): Operator {
  switch (node.kind) {
    case "filter":
      return new FilterOperator(node.predicate, next);
    case "map":
      return new MapOperator(node.mapper, next);
    case "mapValues":
      return new MapValuesOperator(node.mapper, next);
    default:
      return next;
  }
}

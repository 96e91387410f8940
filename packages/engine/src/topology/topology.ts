/**
 * A compiled topology: the graph, checked, with the stage of every node.
 *
 * Stage 0 runs before routing, on the dispatcher: the stateless operators in front of the first keyed one. An edge
 * from stage 0 into a keyed operator or a sink is a lane entry: there a row gets its key's bytes, and by them its
 * lane. Stage 1 runs on the lanes.
 */
import { assert } from "../assert.ts";
import { StoatFlowError } from "../errors.ts";
import type { TopologyNode } from "../wire/index.ts";
import type { AnySerde, GraphNode, MapValuesAsyncNode, SinkNode, SourceNode, StoreNode } from "./graph.ts";

/** An edge over which rows leave stage 0 for a lane. */
export interface LaneEntry {
  readonly node: StoreNode | MapValuesAsyncNode | SinkNode;
  /** How the key becomes the bytes that choose the lane; `undefined`: the bytes of the source's record. */
  readonly key: AnySerde | undefined;
}

/** What {@link compile} makes of a drawn graph; an app treats it as a closed thing. */
export interface Topology {
  readonly nodes: readonly GraphNode[];
  readonly sources: readonly SourceNode[];
  readonly sinks: readonly SinkNode[];
  /** Every topic that results are written to, and late drops, each once. */
  readonly outputs: readonly string[];
  readonly stores: readonly StoreNode[];
  readonly laneEntries: readonly LaneEntry[];
  /** The nodes that take from a node, in the order in which they were named. */
  readonly children: ReadonlyMap<string, readonly GraphNode[]>;
  readonly stageOf: ReadonlyMap<string, 0 | 1>;
}

/** @throws {StoatFlowError} `configuration`. */
export function compile(nodes: readonly GraphNode[]): Topology {
  const sources = nodes.filter((node) => node.kind === "source");
  if (sources.length === 0) {
    throw new StoatFlowError("configuration", "the topology reads no topic", {
      setting: "topology",
      remedy: "call builder.stream(topic, …) before build()",
    });
  }
  const children = new Map<string, GraphNode[]>(nodes.map((node) => [node.id, []]));
  const stageOf = new Map<string, 0 | 1>();
  const laneEntries: LaneEntry[] = [];
  /** Nodes of stage 1 whose rows are on the lane of their key still, and those whose key is the one they came by. */
  const onTheirLane = new Set<string>();
  const byTheirKey = new Set<string>();
  for (const node of nodes) {
    if (node.kind === "source") {
      stageOf.set(node.id, 0);
      continue;
    }
    for (const from of takesFrom(node)) children.get(from)?.push(node);
    if (node.kind === "merge" && takesFrom(node).some((from) => stageOf.get(from) === 1)) throw lateMerge();
    const fromStage = stageOf.get(node.from) ?? 0;
    const entersLane = fromStage === 0 && isKeyed(node);
    const fits = keepsState(node) ? byTheirKey.has(node.from) : onTheirLane.has(node.from);
    if (fromStage === 1 && isKeyed(node) && node.kind !== "sink" && !fits) throw changesLane(node);
    if (node.kind !== "map" && (entersLane || onTheirLane.has(node.from))) onTheirLane.add(node.id);
    // A key in a window is on the lane of the key, and has other bytes.
    const keepsKey = node.kind !== "map" && node.kind !== "windowedCount";
    if (keepsKey && (entersLane || byTheirKey.has(node.from))) byTheirKey.add(node.id);
    stageOf.set(node.id, entersLane || fromStage === 1 ? 1 : 0);
    if (entersLane) laneEntries.push({ node, key: node.key });
  }
  const stores = nodes.filter(keepsState);
  for (const store of stores) keySerdeOf(nodes, store);
  const names = new Set<string>();
  for (const { store } of stores) {
    if (!/^[a-zA-Z0-9._-]{1,100}$/.test(store)) {
      throw new StoatFlowError("configuration", `a store is named ${JSON.stringify(store)}`, {
        setting: "count",
        remedy: "use letters, digits, '.', '_' and '-', at most 100, since it names a topic",
      });
    }
    if (names.has(store)) {
      throw new StoatFlowError("configuration", `the store ${store} is named twice`, {
        setting: "count",
        remedy: "give each store a name of its own",
      });
    }
    names.add(store);
  }
  const sinks = nodes.filter((node) => node.kind === "sink");
  const outputs = nodes.flatMap((node) => {
    if (node.kind === "sink") return [node.topic];
    return node.kind === "windowedCount" && node.lateTopic !== undefined ? [node.lateTopic] : [];
  });
  return { nodes, sources, sinks, outputs: [...new Set(outputs)], stores, laneEntries, children, stageOf };
}

function takesFrom(node: GraphNode): string[] {
  if (node.kind === "source") return [];
  return node.kind === "merge" ? [node.from, node.with] : [node.from];
}

function lateMerge(): StoatFlowError {
  return new StoatFlowError("configuration", "a stream that is on its lanes already can't be merged", {
    setting: "merge",
    remedy: "merge in front of the first grouping, or let both streams write to one topic with to(…)",
  });
}

function keepsState(node: GraphNode): node is StoreNode {
  return node.kind === "count" || node.kind === "windowedCount";
}

/** Whether its rows are to be on the lane of their key. */
function isKeyed(node: GraphNode): node is LaneEntry["node"] {
  return keepsState(node) || node.kind === "mapValuesAsync" || node.kind === "sink";
}

function changesLane(node: GraphNode): StoatFlowError {
  return new StoatFlowError(
    "configuration",
    `${keepsState(node) ? node.store : node.id} would need rows to move from one lane to another`,
    {
      setting: keepsState(node) ? "groupByKey" : "mapValuesAsync",
      remedy: "write the first result to a topic with to(…) and read it from there",
    },
  );
}

/**
 * How the bytes of a store's keys were made: by the serde of the node by which its rows came to their lane, or else by
 * that of the sources behind it.
 *
 * @throws {StoatFlowError} `configuration` where merged sources make them in different ways.
 */
export function keySerdeOf(nodes: readonly GraphNode[], store: StoreNode): AnySerde {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const serdes = new Set<AnySerde>();
  const collect = (at: GraphNode, entryKey: AnySerde | undefined): void => {
    if (at.kind === "source") {
      serdes.add(entryKey ?? at.key);
      return;
    }
    const key = keepsState(at) || at.kind === "mapValuesAsync" ? at.key : entryKey;
    for (const from of takesFrom(at)) {
      const before = byId.get(from);
      assert(before !== undefined, `${at.id} takes from a node that exists`);
      collect(before, key);
    }
  };
  collect(store, undefined);
  const [serde, ...others] = serdes;
  assert(serde !== undefined, `${store.id} takes from a source`);
  if (others.length === 0) return serde;
  throw new StoatFlowError(
    "configuration",
    `${store.store} counts by keys that are serialised in different ways`,
    {
      setting: "groupByKey",
      remedy: "give groupByKey({ key: … }) one serde, or all merged sources the same one",
    },
  );
}

/** The nodes as the status shows them. */
export function describe(topology: Topology): TopologyNode[] {
  return topology.nodes.map((node) => ({
    id: node.id,
    kind: node.kind,
    stage: topology.stageOf.get(node.id) ?? 0,
    from: takesFrom(node),
    topic: node.kind === "source" || node.kind === "sink" ? node.topic : null,
    store: keepsState(node) ? node.store : null,
  }));
}

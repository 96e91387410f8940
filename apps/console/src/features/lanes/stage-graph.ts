/** Which stages of an app feed which: pure, from its topology. Stage 0 is the dispatcher and what runs in front of lanes. */
import type { TopologyNode } from "@stoatflow/engine/wire";

export interface Stage {
  readonly stage: number;
  /** The stages that take what it gives out. */
  readonly feeds: readonly number[];
  /** What runs in it, in the order of the topology. */
  readonly operators: readonly string[];
  /** How many stages lie in front of it at most: its column in a picture. */
  readonly column: number;
}

/**
 * The stages in their order. Without a topology each feeds the next one that has lanes, which is how rows go through an
 * app of which no more is told.
 */
export function stageGraph(
  nodes: readonly TopologyNode[] | undefined,
  stagesWithLanes: readonly number[],
): readonly Stage[] {
  const told = nodes ?? [];
  const all = [...new Set([0, ...stagesWithLanes, ...told.map(({ stage }) => stage)])].sort((a, b) => a - b);
  const feeds = nodes === undefined ? chainOf(all) : edgesOf(told);
  const columns = new Map<number, number>();
  // An edge goes to a later stage only, so what feeds a stage has its column already.
  for (const stage of all) {
    const column = columns.get(stage) ?? 0;
    columns.set(stage, column);
    for (const next of feeds.get(stage) ?? [])
      columns.set(next, Math.max(columns.get(next) ?? 0, column + 1));
  }
  return all.map((stage) => ({
    stage,
    feeds: [...(feeds.get(stage) ?? [])].sort((a, b) => a - b),
    operators: told.filter((node) => node.stage === stage && node.kind !== "source").map(({ id }) => id),
    column: columns.get(stage) ?? 0,
  }));
}

function chainOf(all: readonly number[]): ReadonlyMap<number, ReadonlySet<number>> {
  return new Map(all.map((stage, at) => [stage, new Set(all.slice(at + 1, at + 2))]));
}

function edgesOf(nodes: readonly TopologyNode[]): ReadonlyMap<number, ReadonlySet<number>> {
  const stageOf = new Map(nodes.map(({ id, stage }) => [id, stage]));
  const feeds = new Map<number, Set<number>>();
  for (const { stage, from } of nodes) {
    for (const id of from) {
      const before = stageOf.get(id);
      // A row never goes back to an earlier stage: that would be a cycle, which an app refuses to start with.
      if (before === undefined || before >= stage) continue;
      feeds.set(before, (feeds.get(before) ?? new Set()).add(stage));
    }
  }
  return feeds;
}

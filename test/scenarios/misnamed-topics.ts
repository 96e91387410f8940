/**
 * What a scenario names that its `topics` do not have: where the app reads and writes, and where the timeline acts.
 *
 * What is expected is not looked at, for the app may create topics of its own.
 */
import type { Scenario } from "./scenario-file.ts";

/** One sentence for each, beginning with its place in the file. */
export function misnamedTopics({ topics, sources, topology, timeline }: Scenario): string[] {
  const known = new Map(Object.entries(topics).map(([name, { partitions }]) => [name, partitions]));
  for (const { addPartitions: added } of timeline) {
    const partitions = added === undefined ? undefined : known.get(added.topic);
    if (added !== undefined && partitions !== undefined) {
      known.set(added.topic, Math.max(partitions, added.partitions));
    }
  }
  const misnamed: string[] = [];
  const look = (place: string, { topic, partition }: Named): void => {
    const partitions = known.get(topic);
    if (partitions === undefined) {
      misnamed.push(`${place}: no topic ${topic} in \`topics\`, which has ${[...known.keys()].join(", ")}`);
    } else if (partition !== undefined && partition >= partitions) {
      misnamed.push(`${place}: topic ${topic} has no partition ${partition}, for it has ${partitions}`);
    }
  };
  for (const [place, source] of sources.entries()) look(`sources[${place}]`, source);
  for (const [place, operator] of topology.entries()) {
    if (operator.op === "to") look(`topology[${place}]`, operator);
  }
  for (const [place, { at: _, expect: __, every, ...verbs }] of timeline.entries()) {
    if (every !== undefined) look(`timeline[${place}].every.append`, every.append);
    for (const [verb, given] of Object.entries<object | undefined>(verbs)) {
      if (given !== undefined && isNamed(given)) look(`timeline[${place}].${verb}`, given);
    }
  }
  return misnamed;
}

interface Named {
  readonly topic: string;
  readonly partition?: number;
}

/** What the schema has let through with a topic has one by name, and its partition by number. */
function isNamed(given: object): given is Named {
  return "topic" in given;
}

/** What is wrong with the outputs that are committed, held against those that a reference gives. */
import type { EmbeddedWorld } from "@stoatflow/engine/testing";
import { type OutputTopic, outputTopics } from "./app.ts";
import type { Guarantee } from "./plan.ts";
import type { Expected, OutputRow } from "./reference.ts";

/** One sentence each; empty where all is right. */
export function outputFaults(world: EmbeddedWorld, expected: Expected, guarantee: Guarantee): string[] {
  const faultsOf = guarantee === "exactly-once" ? exactlyOnce : atLeastOnce;
  return outputTopics.flatMap((topic) => faultsOf(topic, expected[topic], outputsOf(world, topic)));
}

/** A topic of one partition has the reference's order as a whole; one of more has it for each key. */
function exactlyOnce(topic: OutputTopic, should: readonly OutputRow[], is: readonly OutputRow[]): string[] {
  if (topic === "out") {
    const [shouldBe, are] = [byKey(should), byKey(is)];
    return [...new Set([...shouldBe.keys(), ...are.keys()])].flatMap((key) =>
      different(`${topic}: ${key}`, shouldBe.get(key) ?? [], are.get(key) ?? []),
    );
  }
  return different(topic, should, is);
}

function different(where: string, should: readonly OutputRow[], is: readonly OutputRow[]): string[] {
  const at = should.findIndex((row, place) => text(row) !== text(is[place]));
  if (at < 0 && should.length === is.length) return [];
  const place = at < 0 ? should.length : at;
  return [
    `${where}: row ${place} should be ${text(should[place])} and is ${text(is[place])} (${should.length} rows, are ${is.length})`,
  ];
}

/** Counts may be higher than the reference's, and values may be there twice; nothing is missing. */
function atLeastOnce(topic: OutputTopic, should: readonly OutputRow[], is: readonly OutputRow[]): string[] {
  const are = byKey(is);
  if (topic === "echo") {
    const missing = [...byKey(should)].flatMap(([key, rows]) => {
      const there = new Set(are.get(key)?.map(text));
      return rows.map(text).filter((row) => !there.has(row));
    });
    return missing.length === 0 ? [] : [`${topic}: never came: ${missing.join(", ")}`];
  }
  return [...byKey(should)].flatMap(([key, rows]) => {
    const [last, count] = [Number(are.get(key)?.at(-1)?.value ?? 0), Number(rows.at(-1)?.value)];
    return last < count ? [`${topic}: ${key} should be at least ${count} and is ${last}`] : [];
  });
}

function outputsOf(world: EmbeddedWorld, topic: OutputTopic): OutputRow[] {
  return world.log.readCommitted(topic).map(({ key, value, timestampMs }) => {
    return { key: String(key), value: String(value), timeMs: timestampMs };
  });
}

function byKey(rows: readonly OutputRow[]): Map<string, OutputRow[]> {
  const byKey = new Map<string, OutputRow[]>();
  for (const row of rows) {
    const of = byKey.get(row.key) ?? [];
    of.push(row);
    byKey.set(row.key, of);
  }
  return byKey;
}

function text(row: OutputRow | undefined): string {
  return row === undefined ? "nothing" : `${row.key}=${row.value} at ${row.timeMs}`;
}

/** Reads one value of the engine's metrics by its dotted name and labels. */
import { metricFamilies, type TestEngine } from "@stoatflow/engine/testing";
import { BadScenario } from "./scenario-file.ts";

/** Instants, which a scenario writes in its own time. */
const instants = new Set([
  "stoatflow.watermark.global.ms",
  "stoatflow.watermark.partition.ms",
  "stoatflow.watermark.partition.preview.ms",
]);

/**
 * The sum of the samples that have the labels; `undefined` where there is none.
 *
 * @param of e.g. `stoatflow.records.dropped.total{reason="late"}`
 * @throws {BadScenario} where the engine has no metric of that name, or it has no such label.
 */
export function metricValue(engine: TestEngine, of: string, clockStartMs: number): number | undefined {
  const parts = /^([a-z.]+)(?:\{(.*)\})?$/.exec(of);
  const family = metricFamilies.find(({ name }) => name === parts?.[1]);
  if (family === undefined) throw new BadScenario(`the engine has no metric ${of}`);
  const wanted = labelsOf(parts?.[2] ?? "", of);
  for (const [label] of wanted) {
    if (!family.labelNames.includes(label)) throw new BadScenario(`${family.name} has no label ${label}`);
  }
  const found = family
    .samples(engine.snapshot())
    .filter(({ labels }) => wanted.every(([label, value]) => String(labels[label]) === value));
  if (found.length === 0) return undefined;
  const sum = found.reduce((total, { value }) => total + value, 0);
  return instants.has(family.name) ? sum - clockStartMs : sum;
}

function labelsOf(text: string, of: string): [label: string, value: string][] {
  if (text.trim() === "") return [];
  return text.split(",").map((part) => {
    const pair = /^\s*([a-z_]+)\s*=\s*"([^"]*)"\s*$/.exec(part);
    if (pair === null) throw new BadScenario(`${of}: labels are written as {name="value", …}`);
    return [pair[1] ?? "", pair[2] ?? ""];
  });
}

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readScenario } from "./read-scenario.ts";
import { type RunOptions, runScenario } from "./run-scenario.ts";

const folder = fileURLToPath(new URL("files", import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

/** The scheduler's seeds: many where machines wait for the answer, few where somebody does. */
const seeds = Array.from({ length: process.env["CI"] === undefined ? 3 : 6 }, (_, index) => index + 1);
const lanes = ["1", "8"];

async function failuresOf(name: string, options: RunOptions): Promise<string[]> {
  const failures = await runScenario(readScenario(join(folder, name)), options);
  return failures.map(({ atMs, what }) => `seed ${options.seed}, ${atMs} ms: ${what}`);
}

describe("each scenario", () => {
  it.each(files)("%s holds for every seed of the scheduler", async (name) => {
    for (const seed of seeds) expect(await failuresOf(name, { seed })).toEqual([]);
  });

  it.each(files)("%s holds with one lane and with eight", async (name) => {
    for (const count of lanes) {
      for (const seed of seeds.slice(0, 3)) {
        expect(await failuresOf(name, { seed, variant: { lanes: count } })).toEqual([]);
      }
    }
  });
});

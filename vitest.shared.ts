import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export interface TestRun {
  /** The folder of the package under the workspace, e.g. `engine`; names the file of results. */
  readonly name: string;
  /** Test files at once. One where each file starts a broker or a browser of its own. */
  readonly filesAtOnce: number;
}

/**
 * The one way in which every package is tested: nothing is tried again, nothing is left out, a package without
 * tests fails, and what was counted is written where `.ci/run` adds it up.
 */
export function testConfig({ name, filesAtOnce }: TestRun) {
  return defineConfig({
    test: {
      retry: 0,
      passWithNoTests: false,
      allowOnly: false,
      include: ["**/*.test.{ts,tsx}"],
      exclude: ["**/node_modules/**", "**/.next/**"],
      pool: "forks",
      maxWorkers: filesAtOnce,
      fileParallelism: filesAtOnce > 1,
      // Bounds for what hangs; a test that waits for a condition has a limit of its own that names the condition.
      testTimeout: 120_000,
      // Of `expect.poll`: a condition that holds is seen at once, and a busy machine is no failure.
      expect: { poll: { timeout: 20_000 } },
      hookTimeout: 180_000,
      teardownTimeout: 20_000,
      reporters: ["default", "json"],
      outputFile: { json: fileURLToPath(new URL(`.stoatflow/results/${name}.json`, import.meta.url)) },
    },
  });
}

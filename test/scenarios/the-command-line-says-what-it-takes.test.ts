import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { commandLine } from "./command-line.ts";

it("files, variants and a seed are taken in any order", () => {
  expect(
    commandLine(["a.json", "--variant", "lanes=1", "--seed=7", "b.json", "--variant=undecodable=skip"]),
  ).toEqual({
    files: ["a.json", "b.json"],
    seed: 7,
    variant: { lanes: "1", undecodable: "skip" },
  });
  expect(commandLine([])).toEqual({ files: [], seed: 1, variant: {} });
});

it.each([
  [["--sed", "7"], "--sed is no option; there are --variant NAME=VALUE and --seed N"],
  [["-s"], "-s is no option; there are --variant NAME=VALUE and --seed N"],
  [["--variant"], "--variant: give an option and its value, e.g. lanes=1"],
  [["--variant", "lanes"], "--variant lanes: give an option and its value, e.g. lanes=1"],
  [["--seed"], "--seed: give an integer of 0 or more"],
  [["--seed", "x"], "--seed x: give an integer of 0 or more"],
])("%j is refused in words of its own", (given, sentence) => {
  expect(() => commandLine(given)).toThrow(sentence);
});

it("a relative path is taken from where the user stands", async () => {
  const docs = fileURLToPath(new URL("../../docs", import.meta.url));
  const { INIT_CWD: _, ...env } = process.env;
  const named = "../test/scenarios/files/backward-timestamps.json";
  const run = promisify(execFile)("npm", ["run", "-s", "scenario", "--", named], { cwd: docs, env });
  expect((await run).stdout).toBe("1 passed, 0 failed\n");
}, 120_000);

/**
 * Nodes of other versions, from npm. The package `node` is a script that installs the package of the machine at hand;
 * that one is taken by its own name here, so that no script has to run. What was installed stays in `.stoatflow`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "../../.pack/npm.ts";
import { repository } from "../../.pack/repository.ts";

export interface NodeBinary {
  readonly path: string;
  /** Without a `v`: `20.19.0`. */
  readonly version: string;
}

/** The oldest Node that is supported, to the last digit. */
export const oldestNode = "20.19.0";

/** The oldest, and the lines whose newest release is supported as well. */
export const testedNodes: readonly string[] = [oldestNode, "22", "24"];

/**
 * @param range an exact version, or the number of a line, e.g. `22`: its newest release when it is first asked for.
 * @throws {Error} where npm has none for this machine, or what it has does not run.
 */
export function nodeBinary(range: string): NodeBinary {
  const system = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${system}-${process.arch}`;
  const folder = join(repository, ".stoatflow/nodes", range);
  const path = join(folder, "node_modules", name, "bin", system === "win" ? "node.exe" : "node");
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    npm(["install", "--no-audit", "--no-fund", "--no-save", "--ignore-scripts", `${name}@${range}`], folder);
  }
  const asked = spawnSync(path, ["--version"], { encoding: "utf8" });
  const version = /^v(\d+\.\d+\.\d+)\s*$/.exec(asked.stdout ?? "")?.[1];
  if (version === undefined) throw new Error(`${path} does not run as a Node: remove ${folder}, try again`);
  return { path, version };
}

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);

interface Manifest {
  readonly workspaces?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
}

function manifest(folder: string): Manifest {
  return JSON.parse(readFileSync(fileURLToPath(new URL(`${folder}/package.json`, root)), "utf8"));
}

test("no script of any package has a word that only some systems' shells understand", () => {
  const scripts = [".", ...(manifest(".").workspaces ?? [])].flatMap((folder) =>
    Object.entries(manifest(folder).scripts ?? {}).map(([name, script]) => `${folder} ${name}: ${script}`),
  );
  expect(scripts.length).toBeGreaterThan(10);
  const shell = /[&|;<>$`*?'"\\(){}~!#]|: (?:\w+=|(?:cd|cp|rm|mkdir|export|bash|sh) )/;
  expect(scripts.filter((script) => shell.test(script))).toEqual([]);
});

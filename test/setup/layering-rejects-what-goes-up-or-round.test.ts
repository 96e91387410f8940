import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
let tree: string;

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), "stoatflow-layering-"));
});
afterEach(() => rmSync(tree, { recursive: true, force: true }));

/** What the repository's own layering check says of a tree made of these files. */
function layering(files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  return spawnSync(
    process.execPath,
    [
      "--import",
      join(root, ".ci/classic-typescript.mjs"),
      join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"),
      "--config",
      join(root, ".dependency-cruiser.cjs"),
      "--no-progress",
      ".",
    ],
    { cwd: tree, encoding: "utf8", timeout: 60_000 },
  );
}

const engine = "packages/engine/src";

test("imports that run down pass, and every module was seen", () => {
  const done = layering({
    [`${engine}/engine.ts`]: 'import { offset } from "./record/offset.ts";\nexport const engine = offset;\n',
    [`${engine}/record/offset.ts`]: "export const offset = 1n;\n",
  });
  expect(done.stdout).toContain("2 modules, 1 dependencies cruised");
  expect(done.status).toBe(0);
});

test("an import that goes up is rejected, if only for a type", () => {
  const done = layering({
    [`${engine}/engine.ts`]: "export type Engine = 1;\n",
    [`${engine}/record/offset.ts`]:
      'import type { Engine } from "../engine.ts";\nexport const offset: Engine = 1;\n',
  });
  expect(done.stdout).toContain("record-imports-down");
  expect(done.status).not.toBe(0);
});

test("a test may look up", () => {
  const done = layering({
    [`${engine}/engine.ts`]: "export const engine = 1;\n",
    [`${engine}/record/offset.test.ts`]:
      'import { engine } from "../engine.ts";\nexport const seen = engine;\n',
  });
  expect(done.status).toBe(0);
});

test("a circle is rejected", () => {
  const done = layering({
    [`${engine}/lane/lane.ts`]: 'import { pool } from "./lane-pool.ts";\nexport const lane = () => pool;\n',
    [`${engine}/lane/lane-pool.ts`]: 'import { lane } from "./lane.ts";\nexport const pool = () => lane;\n',
  });
  expect(done.stdout).toContain("no-cycle");
  expect(done.status).not.toBe(0);
});

test("a page with markup is read as well as any module", () => {
  const done = layering({
    "apps/console/src/page.tsx":
      'import { engine } from "../../../packages/engine/src/engine.ts";\nexport const Page = () => <p>{engine}</p>;\n',
    [`${engine}/engine.ts`]: "export const engine = 1;\n",
  });
  expect(done.stdout).toContain("console-knows-only-the-wire-of-an-engine");
  expect(done.status).not.toBe(0);
});

/**
 * `npm run -s scenario -- FILE... [--variant k=v]... [--seed N]`: runs scenarios, tells every expectation that is not
 * met, and ends with `N passed, N failed`.
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine } from "./command-line.ts";
import { readScenario } from "./read-scenario.ts";
import { runScenario } from "./run-scenario.ts";
import { BadScenario } from "./scenario-file.ts";

/** Where the user stands; the script itself runs in its package's folder. */
const calledIn = process.env["INIT_CWD"] ?? process.cwd();
const sharedFolder = fileURLToPath(new URL("../../../shared/scenarios", import.meta.url));
const ownFolder = fileURLToPath(new URL("files", import.meta.url));

let passed = 0;
let failed = 0;
try {
  const { files: named, seed, variant } = commandLine(process.argv.slice(2));
  const files = named.length > 0 ? named.map((file) => resolve(calledIn, file)) : allFiles();
  for (const file of files) await run(file, seed, variant);
} catch (thrown) {
  console.log(thrown instanceof Error ? thrown.message : String(thrown));
  failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function run(file: string, seed: number, variant: Readonly<Record<string, string>>): Promise<void> {
  const name = basename(file);
  let failures: string[];
  try {
    const found = await runScenario(readScenario(file), { seed, variant });
    failures = found.map(({ atMs, what }) => `${name} @ ${atMs} ms: ${what}`);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    failures = [thrown instanceof BadScenario && message.startsWith(file) ? message : `${name}: ${message}`];
  }
  for (const failure of failures) console.log(failure);
  if (failures.length === 0) passed += 1;
  else failed += 1;
}

function allFiles(): string[] {
  const folder = existsSync(sharedFolder) ? sharedFolder : ownFolder;
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => join(folder, name));
}

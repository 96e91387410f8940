/**
 * `npm run -s scenario -- FILE... [--variant k=v]... [--seed N]`: runs scenarios, tells every expectation that is not
 * met, and ends with `N passed, N failed`.
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runScenario } from "./run-scenario.ts";
import { BadScenario, readScenario } from "./scenario-file.ts";

/** Where npm was called; the script itself runs in its package's folder. */
const calledIn = process.env["INIT_CWD"] ?? process.cwd();
const sharedFolder = fileURLToPath(new URL("../../../shared/scenarios", import.meta.url));
const ownFolder = fileURLToPath(new URL("files", import.meta.url));

let passed = 0;
let failed = 0;
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { variant: { type: "string", multiple: true }, seed: { type: "string" } },
  });
  const variant = variantOf(values.variant ?? []);
  const seed = values.seed === undefined ? 1 : wholeNumber(values.seed);
  const files = positionals.length > 0 ? positionals.map((file) => resolve(calledIn, file)) : allFiles();
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

function variantOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf("=");
      if (at <= 0) throw new BadScenario(`--variant ${text}: give an option and its value, e.g. lanes=1`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new BadScenario(`--seed ${text}: give an integer of 0 or more`);
}

/**
 * One seed can give one run only where nothing takes time or chance from the machine: `clock.ts` alone does, and one
 * place makes an id for a process that was given none.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL(".", import.meta.url));
const ambient =
  /\b(?:Date\s*\.|new Date\b|performance\s*\.|set(?:Timeout|Interval|Immediate)\s*\(|process\.(?:hrtime|uptime|nextTick)|Math\.random|randomUUID\s*\(|randomBytes|randomInt|getRandomValues|node:timers|node:perf_hooks)/g;

/** What may be in which file. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // The machine's clock and timers.
  "clock.ts": ["Date.", "performance.", "setTimeout(", "setImmediate(", "setInterval("],
  // The id of this start of the app, where the caller gives none.
  "engine.ts": ["randomUUID("],
  // Names for topics of tests on a real broker.
  "kafka/broker-fixture.ts": ["randomUUID("],
};

function sources(): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
}

/** Comments and docstrings may speak of any of it. */
function found(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
  return [...code.matchAll(ambient)].map(([name]) => name);
}

it("the engine takes time and chance only where it is given them", () => {
  const files = sources();
  expect(files).toContain("clock.ts");
  for (const file of files) {
    const others = found(readFileSync(join(root, file), "utf8")).filter(
      (name) => !allowed[file]?.includes(name),
    );
    expect(others, file).toEqual([]);
  }
});

it("the check finds a clock, a timer and a die", () => {
  expect(found("const a = Date.now() + Math.random(); // Date.now\nsetTimeout(() => {}, 1);")).toEqual([
    "Date.",
    "Math.random",
    "Date.",
    "setTimeout(",
  ]);
  expect(found("/** As Date.now gives it. */\n  // Math.random\nclock.nowMs();")).toEqual([]);
});

/** Reads a scenario file, and refuses one that can't be meant as it stands, in words of its own and with the place. */
import { readFileSync } from "node:fs";
import type { z } from "zod";
import { misnamedTopics } from "./misnamed-topics.ts";
import { BadScenario, type Scenario, scenario, verbs } from "./scenario-file.ts";

/** How many letters may be wrong for a verb to be recognised. */
const misspeltMax = 2;

/**
 * Reads a scenario file.
 *
 * @throws {BadScenario} naming the file and the place in it.
 */
export function readScenario(path: string): Scenario {
  const parsed = scenario.safeParse(jsonOf(path));
  if (!parsed.success) {
    const issues = parsed.error.issues.filter((issue, _, all) => !saysNoMore(issue, all));
    throw new BadScenario(issues.flatMap((issue) => sentences(issue, path)).join("\n"));
  }
  const misnamed = misnamedTopics(parsed.data);
  if (misnamed.length > 0) throw new BadScenario(misnamed.map((at) => `${path} at ${at}`).join("\n"));
  if (!parsed.data.timeline.some(({ expect }) => expect !== undefined && expectsSomething(expect))) {
    throw new BadScenario(`${path}: nothing is expected; say with \`expect\` what must be seen`);
  }
  return parsed.data;
}

function jsonOf(path: string): unknown {
  const text = textOf(path);
  try {
    return JSON.parse(text);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    throw new BadScenario(`${path}${brokenPlace(thrown.message, text)}: this is no JSON: ${thrown.message}`);
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") throw new BadScenario(`${path}: there is no such file`);
    if (code === "EISDIR") throw new BadScenario(`${path}: this is a folder; name a file in it`);
    throw new BadScenario(
      `${path}: it can't be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
  }
}

/** Where the parser stopped, as far as it says so: it counts characters from the beginning, a reader lines. */
function brokenPlace(message: string, text: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  const before = position === undefined ? undefined : text.slice(0, Number(position)).split("\n");
  if (before !== undefined) return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  return message.includes("end of JSON input") ? " at its end" : "";
}

/**
 * Whether anything is compared with it. A list may be empty and still say much, as that nothing was dispatched; of the
 * lists of warnings each member says something.
 */
function expectsSomething({ warnings = [], noWarnings = [], ...others }: object & Warnings): boolean {
  return warnings.length > 0 || noWarnings.length > 0 || says(others);
}

interface Warnings {
  readonly warnings?: readonly unknown[] | undefined;
  readonly noWarnings?: readonly unknown[] | undefined;
}

function says(part: unknown): boolean {
  if (typeof part !== "object" || part === null || Array.isArray(part)) return part !== undefined;
  return Object.values(part).some(says);
}

/** That an entry has no verb says no more than that its verb is misspelt. */
function saysNoMore(issue: z.core.$ZodIssue, all: readonly z.core.$ZodIssue[]): boolean {
  const place = issue.path.join();
  return (
    issue.code === "custom" &&
    all.some((other) => other.code === "unrecognized_keys" && other.path.join() === place)
  );
}

/** One sentence an issue, with its place; of a union that fits no branch, those of the branch that fits best. */
function sentences(issue: z.core.$ZodIssue, file: string, above: readonly PropertyKey[] = []): string[] {
  const path = [...above, ...issue.path];
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const [best] = [...issue.errors].sort((a, b) => a.length - b.length);
    return (best ?? []).flatMap((inner) => sentences(inner, file, path));
  }
  const place = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
  const isEntry = path.length === 2 && path[0] === "timeline";
  const what =
    isEntry && issue.code === "unrecognized_keys" ? issue.keys.map(noVerb).join("; ") : issue.message;
  return [`${file}${place === "" ? "" : ` at ${place.replace(/^\./, "")}`}: ${what}`];
}

function noVerb(given: string): string {
  const known = Object.keys(verbs);
  const [nearest] = known
    .map((verb) => ({ verb, away: distance(given.toLowerCase(), verb.toLowerCase()) }))
    .filter(({ away }) => away <= misspeltMax)
    .sort((a, b) => a.away - b.away);
  const hint = nearest === undefined ? "" : `; is \`${nearest.verb}\` meant?`;
  return `there is no verb \`${given}\`${hint || `; the verbs are ${known.join(", ")}`}`;
}

/** How many letters must be put in, taken out or replaced to come from one word to the other. */
function distance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...from].entries()) {
    const here = [row + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1);
      here.push(Math.min(replaced, (above[column] ?? 0) + 1, (here[column - 1] ?? 0) + 1));
    }
    above = here;
  }
  return above[to.length] ?? 0;
}

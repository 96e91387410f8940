/** Runs one scenario from its start to the end of its timeline. */
import { unmet } from "./expectations.ts";
import { type Action, BadScenario, type Entry, engineSettings, type Scenario } from "./scenario-file.ts";
import { type Failure, World } from "./world.ts";

export interface RunOptions {
  /** Of the scheduler: what may happen in any order happens in one that the seed chooses. @default 1 */
  readonly seed?: number;
  /** Options of the engine that stand in place of the file's, by the file's names. */
  readonly variant?: Readonly<Record<string, string>>;
}

/** The longest step of the clock. */
const stepMs = 10;

/**
 * Everything that happens, with its moment: in the order of their times, at one moment in the order of the file. A run
 * in which the app does not start ends there, for what is expected after that says nothing.
 *
 * @throws {BadScenario} where a variant is no option of the engine, or a verb can't be carried out.
 */
export async function runScenario(file: Scenario, options: RunOptions = {}): Promise<Failure[]> {
  const scenario = { ...file, engine: withVariant(file, options.variant ?? {}) };
  const world = new World(scenario, options.seed ?? 1);
  const failures: Failure[] = [];
  try {
    for (const { atMs, action, place } of momentsOf(scenario.timeline)) {
      await passUntil(world, atMs);
      if (action.verb === "expect") await world.clock.settle();
      failures.push(...world.takeTroubles());
      if (world.didNotStart) break;
      try {
        if (action.verb === "expect") {
          for (const what of unmet(action.given, world)) failures.push({ atMs, what });
        } else {
          world.do(action);
        }
      } catch (thrown) {
        const message = thrown instanceof Error ? thrown.message : String(thrown);
        throw new BadScenario(`timeline[${place}]: ${message}`, { cause: thrown });
      }
    }
    failures.push(...world.takeTroubles());
  } finally {
    world.end();
  }
  return failures;
}

/** Moves the clock to each due timer, and at most 10 ms at once, with the engine at rest each time. */
async function passUntil(world: World, atMs: number): Promise<void> {
  while (world.nowMs < atMs) await world.clock.advance(Math.min(stepMs, atMs - world.nowMs));
}

interface Moment {
  readonly atMs: number;
  /** The place of its entry in the timeline. */
  readonly place: number;
  readonly action: Exclude<Action, { verb: "every" }>;
}

function momentsOf(timeline: readonly Entry[]): Moment[] {
  const moments: Moment[] = [];
  for (const [place, { at, ...verbs }] of timeline.entries()) {
    const [[verb, given] = []] = Object.entries(verbs);
    const action = { verb, given } as Action;
    if (action.verb !== "every") {
      moments.push({ atMs: at, place, action });
      continue;
    }
    const { everyMs, until, append } = action.given;
    for (let atMs = at; atMs <= until; atMs += everyMs) {
      moments.push({ atMs, place, action: { verb: "append", given: append } });
    }
  }
  return moments.sort((a, b) => a.atMs - b.atMs || a.place - b.place);
}

function withVariant(file: Scenario, variant: Readonly<Record<string, string>>): Scenario["engine"] {
  const given: Record<string, unknown> = { ...file.engine };
  for (const [name, value] of Object.entries(variant)) {
    given[name] = /^\d+$/.test(value) ? Number(value) : value;
  }
  const parsed = engineSettings.safeParse(given);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => {
    if (issue.code !== "unrecognized_keys") return `${issue.path.join(".")}: ${issue.message}`;
    const known = Object.keys(engineSettings.shape).join(", ");
    return `${issue.keys.join(", ")}: there is no such option; the options are ${known}`;
  });
  throw new BadScenario(`--variant ${issues.join("; ")}`);
}

/**
 * Runs one app as the main business of a process: starts it, ends it on a signal, and tells a shell what became of
 * it by the exit status and one line on standard error.
 */
import type { Engine, EngineOptions } from "./app.ts";
import { createEngine } from "./engine.ts";
import { messageOf, StoatFlowError } from "./errors.ts";

/**
 * 0: stopped in order. 2: a setting is wrong. 3: another instance has taken over, so a supervisor need not start
 * this one again. 1: anything else that the world does.
 */
export type ExitStatus = 0 | 1 | 2 | 3;

/** What {@link runApp} takes: that of {@link createEngine}, and whom to tell. */
export interface RunOptions extends EngineOptions {
  /**
   * Told once the status can be asked and the group has been joined, e.g. to print the address. An instance that
   * stands by for another is `starting` then.
   */
  readonly started?: (engine: Engine) => void;
}

/**
 * Starts the app and ends the process when the app ends. `SIGTERM` and `SIGINT` stop it in order; a second one ends
 * the process at once.
 *
 * @example
 * ```ts
 * await runApp({ applicationId: "orders", topology: builder.build(), log: kafkaLog({ brokers: ["127.0.0.1:9092"] }) });
 * ```
 */
export async function runApp(options: RunOptions): Promise<never> {
  try {
    const engine = createEngine(options);
    let signalled = false;
    const onSignal = (): void => {
      if (signalled) process.exit(1);
      signalled = true;
      void engine.stop();
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
    await engine.start();
    options.started?.(engine);
    const failure = await engine.ended;
    // Ends the feed in order, so that whoever watches has the failure before the address is gone.
    await engine.stop();
    if (failure !== undefined) throw failure;
    return process.exit(0);
  } catch (thrown) {
    process.stderr.write(`${errorLine(thrown)}\n`);
    return process.exit(exitStatusOf(thrown));
  }
}

/**
 * What went wrong and the way out, on one line without a stack.
 *
 * @example
 * ```ts
 * errorLine(new StoatFlowError("configuration", "lanes is 0", { remedy: "give 1 or more" })); // "lanes is 0; give 1 or more"
 * ```
 */
export function errorLine(thrown: unknown): string {
  const remedy = thrown instanceof StoatFlowError ? thrown.remedy : undefined;
  const line = remedy === undefined ? messageOf(thrown) : `${messageOf(thrown)}; ${remedy}`;
  return line.replaceAll(/\s*\n\s*/g, " ");
}

/**
 * The status to end a process with for what was thrown; {@link runApp} does so by itself.
 *
 * @example
 * ```ts
 * exitStatusOf(new StoatFlowError("configuration", "lanes is 0")); // 2
 * exitStatusOf(new Error("no route to host")); // 1
 * ```
 */
export function exitStatusOf(thrown: unknown): ExitStatus {
  if (!(thrown instanceof StoatFlowError)) return 1;
  if (thrown.code === "configuration") return 2;
  return thrown.code === "fenced" ? 3 : 1;
}

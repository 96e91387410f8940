/**
 * `npm start`: builds the console where that is due, starts the demo and the console, says where to look, and ends
 * both with itself. One line a step; the last one is the address.
 */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Child, ChildEnded } from "./child.ts";
import { buildConsole } from "./console-build.ts";
import { firstFreePort } from "./free-port.ts";
import { type LaunchOptions, parseLaunchOptions } from "./launch-options.ts";
import { whenNpmIsGone } from "./npm-watch.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const firstPageTimeoutMs = 30_000;

const parsed = parseLaunchOptions(process.argv.slice(2));
switch (parsed.kind) {
  case "help":
    console.log(parsed.text);
    break;
  case "refused":
    console.error(parsed.message);
    process.exitCode = 2;
    break;
  case "run":
    await launch(parsed.options);
}

async function launch(options: LaunchOptions): Promise<void> {
  const ending: (() => Promise<void>)[] = [];
  let stopping = false;
  const stop = async (status: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await Promise.all(ending.map((end) => end()));
    process.exit(status);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (!stopping) step("ending");
      void stop(0);
    });
  }
  whenNpmIsGone(() => void stop(0));

  try {
    await bringUp(options, ending);
  } catch (error) {
    if (stopping) return;
    console.error(error instanceof Error ? error.message : String(error));
    await stop(error instanceof ChildEnded && error.status === 2 ? 2 : 1);
  }
}

/** Comes back only by an error: that of a start that fails, or of something that ends when it should not. */
async function bringUp(options: LaunchOptions, ending: (() => Promise<void>)[]): Promise<never> {
  const port = await firstFreePort(options.port);
  if (port !== options.port) step(`port ${options.port} is taken; the console goes to ${port}`);
  const logs = join(root, ".stoatflow/logs", String(port));

  // Both at once: where the brokers cannot be reached, nobody should wait for a build to hear of it.
  const build = buildConsole(root, join(logs, "build.log"));
  ending.push(async () => build.stop());
  const app = new Child({
    name: "orders",
    script: join(root, "apps/demo/src/main.ts"),
    // The port is this launch's own among all that run, and so is a folder that is named after it.
    words: options.brokers
      ? ["--brokers", options.brokers.join(",")]
      : ["--data", join(root, ".stoatflow/data", `orders-${port}`)],
    cwd: root,
    logFile: join(logs, "orders.log"),
  });
  ending.push(() => app.stop());
  const appUrl = await app.says(/^orders is watched at (http:\S+)$/);
  step(
    `orders runs on ${options.brokers?.join(", ") ?? "its embedded log"}; what it logs: ${shown(app.logFile)}`,
  );

  const built = await Promise.race([build.done, app.failed]);
  step(
    built === "built"
      ? `console built; what was said: ${shown(build.logFile)}`
      : "console unchanged since its build",
  );

  const pages = new Child({
    name: "console",
    script: join(root, "apps/console/server/main.ts"),
    words: ["--port", String(port)],
    env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", STOATFLOW_APPS: `orders=${appUrl}` },
    cwd: root,
    logFile: join(logs, "console.log"),
  });
  ending.push(() => pages.stop());
  const url = await Promise.race([pages.says(/^StoatFlow console listening on (http:\S+)$/), app.failed]);
  step(`console listens; what it logs: ${shown(pages.logFile)}`);
  await Promise.race([firstPage(url), app.failed, pages.failed]);

  console.log(`${url}  ready in ${(performance.now() / 1000).toFixed(1)} s`);
  return Promise.race([app.failed, pages.failed]);
}

function step(text: string): void {
  console.log(`- ${text}`);
}

function shown(file: string): string {
  return relative(process.cwd(), file);
}

/** Asks for the page once, so that the one who opens it does not wait for the first rendering. */
async function firstPage(url: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(firstPageTimeoutMs) });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`the console answers its first page with status ${answer.status}`);
}

/**
 * `npm start`: builds the console where that is due, starts the demo's apps and the console, says where to look, and
 * ends all of it with itself. One line a step; the last one is the address.
 */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Child, ChildEnded } from "./child.ts";
import { type ConsoleBuild, consoleBuild } from "./console-build.ts";
import { demoApps } from "./demo-apps.ts";
import { firstPage } from "./first-page.ts";
import { holdFirstFreePort } from "./held-port.ts";
import { type LaunchOptions, parseLaunchOptions } from "./launch-options.ts";
import { whenNpmIsGone } from "./npm-watch.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

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

interface Started {
  readonly name: string;
  readonly url: string;
}

/** Comes back only by an error: that of a start that fails, or of something that ends when it should not. */
async function bringUp(options: LaunchOptions, ending: (() => Promise<void>)[]): Promise<never> {
  const held = await holdFirstFreePort(options.port);
  const { port } = held;
  ending.push(async () => held.close());
  if (port !== options.port) step(`port ${options.port} is taken; the console goes to ${port}`);
  // The port is this launch's own among all that run, and so is a folder that is named after it.
  const logs = join(root, ".stoatflow/logs", String(port));

  // All at once: where the brokers cannot be reached, nobody should wait for a build to hear of it.
  const build = consoleBuild(root, join(logs, "build.log"));
  if (build.kind === "building") {
    step(`building the console, which is due once for these sources; log: ${shown(build.building.logFile)}`);
    ending.push(() => build.building.stop());
  }
  const apps = demoApps.map(
    (name) =>
      new Child({
        name,
        script: join(root, "apps/demo/src/main.ts"),
        words: [
          name,
          ...(options.brokers
            ? ["--brokers", options.brokers.join(",")]
            : ["--data", join(root, ".stoatflow/data", `${name}-${port}`)]),
        ],
        cwd: root,
        logFile: join(logs, `${name}.log`),
      }),
  );
  ending.push(...apps.map((app) => () => app.stop()));
  const anyFailed = Promise.race(apps.map(({ failed }) => failed));
  anyFailed.catch(() => {});
  const started = await Promise.all(apps.map((app) => isUp(app, options)));

  const folder = await Promise.race([buildOf(build), anyFailed]);
  const pages = new Child({
    name: "console",
    script: join(root, "apps/console/server/main.ts"),
    words: ["--handed-socket"],
    env: {
      NODE_ENV: "production",
      STOATFLOW_CONSOLE_BUILD: folder,
      STOATFLOW_APPS: started.map(({ name, url }) => `${name}=${url}`).join(","),
    },
    cwd: root,
    logFile: join(logs, "console.log"),
  });
  ending.push(() => pages.stop());
  await Promise.race([pages.hand(held), anyFailed]);
  const url = await Promise.race([pages.says(/^StoatFlow console listening on (http:\S+)$/), anyFailed]);
  step(`console listens; log: ${shown(pages.logFile)}`);
  await Promise.race([firstPage(url), anyFailed, pages.failed]);

  console.log(`${url}  ready in ${secondsSinceStart()} s`);
  return Promise.race([anyFailed, pages.failed]);
}

async function isUp(app: Child, options: LaunchOptions): Promise<Started> {
  const url = await app.says(/^\S+ is watched at (http:\S+)$/);
  const where = options.brokers?.join(", ") ?? "its embedded log";
  step(`${app.name} runs on ${where}; log: ${shown(app.logFile)}`);
  return { name: app.name, url };
}

async function buildOf(build: ConsoleBuild): Promise<string> {
  if (build.kind === "unchanged") {
    step("console unchanged since its build");
    return build.folder;
  }
  const folder = await build.done;
  step(`console built, ${secondsSinceStart()} s after the start`);
  return folder;
}

function step(text: string): void {
  console.log(`- ${text}`);
}

function secondsSinceStart(): string {
  return (performance.now() / 1000).toFixed(1);
}

function shown(file: string): string {
  return relative(process.cwd(), file);
}

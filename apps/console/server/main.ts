/**
 * The console's process: `tsx apps/console/server/main.ts [--port N] [--host H] [--base-path /PATH] [--config file.yaml]
 * [--data DIR] …`, or `node server.js` in a packed console. Prints
 * one line with the address to stdout once it listens; its log goes to stderr. `--help` prints the settings. Exit
 * status: 0 after SIGTERM or SIGINT, 1 for what the world refuses, 2 for a setting that is wrong, with one line on
 * stderr.
 */
import { Console } from "node:console";
import path from "node:path";
import {
  closeDatabase,
  createCollectors,
  createContext,
  encodeChunksWhole,
  followAppsFile,
  observers,
  openDatabase,
  openHistory,
  PauseWatch,
  systemClock,
} from "@stoatflow/api";
import pino from "pino";
import { startConsoleServer } from "./console-server.ts";
import { openDataFolder } from "./data-folder.ts";
import { endingOf } from "./ending.ts";
import { listenOnHanded } from "./handed-socket.ts";
import { resolveOptions } from "./options.ts";
import { loadPages } from "./pages.ts";
import { helpText } from "./setting-names.ts";

const consoleDir = path.join(import.meta.dirname, "..");

/** After this the process ends, whatever still hangs. */
const stopLimitMs = 1500;

async function main(): Promise<void> {
  // Stdout is for the address alone; what a library prints goes where the log goes.
  globalThis.console = new Console(process.stderr);
  encodeChunksWhole();
  if (process.argv.includes("--help")) return void process.stdout.write(`${helpText()}\n`);
  const options = resolveOptions({ argv: process.argv.slice(2), env: process.env });
  const databaseFile = options.dataFolder === undefined ? ":memory:" : openDataFolder(options.dataFolder);
  const logger = pino({ level: options.logLevel }, pino.destination({ dest: 2, sync: true }));
  const database = await openDatabase(databaseFile);
  const history = await openHistory({ database, logger, limits: options.historyLimits });
  const pauses = await PauseWatch.open({ database, clock: systemClock, logger });
  const collectors = createCollectors({
    apps: options.apps,
    clock: systemClock,
    logger,
    random: Math.random,
    observer: observers(history.observer, pauses),
  });
  const appsFile =
    options.appsFile === undefined
      ? undefined
      : followAppsFile({
          ...options.appsFile,
          env: process.env,
          clock: systemClock,
          logger,
          onApps: (apps) => collectors.apply(apps),
        });
  const server = await startConsoleServer({
    ...options,
    listenOn: options.handedSocket ? listenOnHanded : undefined,
    createContext: createContext({
      collectors,
      database,
      history,
      pauses,
      appsFile,
      exports: options.exports,
    }),
    logger,
    loadPages: () => loadPages(consoleDir, options.basePath),
  });
  history.start();
  collectors.start();
  appsFile?.start();
  for (const warning of options.warnings) logger.warn(warning);

  let stopping = false;
  const stop = (cause: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ cause }, "stopping");
    setTimeout(() => process.exit(0), stopLimitMs).unref();
    appsFile?.stop();
    collectors.stop();
    void server
      .close()
      .then(() => history.stop())
      .then(() => pauses.settled())
      .then(() => closeDatabase(database))
      .catch((cause: unknown) => logger.warn({ err: cause }, "not all could be brought to an end"))
      .then(() => process.exit(0));
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  // A launcher that dies without a word closes the channel to its children.
  if (process.connected) process.once("disconnect", () => stop("the launcher ended"));
  process.stdout.write(`StoatFlow console listening on ${server.url}\n`);
}

main().catch((cause: unknown) => {
  const { status, line } = endingOf(cause);
  process.stderr.write(`${line}\n`);
  process.exit(status);
});

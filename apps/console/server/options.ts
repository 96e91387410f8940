import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type ExportPolicy, type HistoryLimits, parseApps } from "@stoatflow/api";
import { parseBasePath } from "./base-path.ts";
import { historyLimitsOf } from "./history-settings.ts";
import { isLoopback } from "./loopback.ts";
import { parseOrigins } from "./origins.ts";
import { flagsInOneLine, unknownVariables } from "./setting-names.ts";
import { StartError } from "./start-error.ts";

/** What the console's server is told at start, checked. */
export interface ServerOptions {
  readonly host: string;
  /** 0: chosen by the system. */
  readonly port: number;
  /** The path below which a proxy offers the console; empty: at the root. */
  readonly basePath: string;
  /** The origins by which browsers reach it through a proxy, beside its own. */
  readonly origins: readonly string[];
  /** The socket is not made but taken from the process that started this one; host and port are those of it. */
  readonly handedSocket: boolean;
  /** The one folder that the console may write to; absent: nothing is kept. */
  readonly dataFolder: string | undefined;
  readonly historyLimits: HistoryLimits;
  /** Whether late drops, with keys and values of records, may be saved as a file. */
  readonly exports: ExportPolicy;
  readonly logLevel: LogLevel;
  readonly apps: ReturnType<typeof parseApps>;
  /** Where the apps were read from, and what stood there; absent: they are of the environment alone. */
  readonly appsFile: { readonly file: string; readonly text: string } | undefined;
  /** What does not keep the console from starting, but is hardly meant so: a line each. */
  readonly warnings: readonly string[];
}

/** The most first. */
const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * Reads flags, the YAML file and the environment.
 *
 * @throws StartError with exit status 2, naming the setting, its value and the remedy.
 * @example resolveOptions({ argv: ["--port", "0"], env: process.env })
 */
export function resolveOptions(input: {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}): ServerOptions {
  const flags = parseFlags(input.argv);
  const appsFile =
    flags.config === undefined ? undefined : { file: flags.config, text: readConfig(flags.config) };
  // What an environment sets to nothing, it does not set.
  const setting = (name: string) => input.env[name] || undefined;
  const dataFolder = flags.data ?? setting("STOATFLOW_DATA");
  const apps = parseApps({ env: input.env, yamlText: appsFile?.text, yamlName: appsFile?.file });
  return {
    host: parseHost(flags.host ?? "127.0.0.1"),
    port: parsePort(flags.port ?? "3000"),
    basePath: parseBasePath(flags["base-path"] ?? setting("STOATFLOW_BASE_PATH")),
    origins: parseOrigins(flags.origins ?? setting("STOATFLOW_ORIGINS")),
    handedSocket: flags["handed-socket"] ?? false,
    dataFolder,
    historyLimits: historyLimitsOf({
      bytes: flags["history-bytes"] ?? setting("STOATFLOW_HISTORY_BYTES"),
      days: flags["history-days"] ?? setting("STOATFLOW_HISTORY_DAYS"),
      isInMemory: dataFolder === undefined,
    }),
    exports: parseExports(flags["late-drop-export"] ?? setting("STOATFLOW_LATE_DROP_EXPORT")),
    logLevel: parseLogLevel(setting("STOATFLOW_LOG_LEVEL") ?? "info"),
    apps,
    appsFile,
    warnings: [
      ...unknownVariables(input.env),
      ...(apps.length > 0
        ? []
        : [
            "no app is configured, so there is nothing to show: give STOATFLOW_APPS=orders=http://127.0.0.1:4001, or --config with a file of apps",
          ]),
    ],
  };
}

interface Flags {
  readonly port?: string;
  readonly host?: string;
  readonly "base-path"?: string;
  readonly origins?: string;
  readonly config?: string;
  readonly data?: string;
  readonly "history-bytes"?: string;
  readonly "history-days"?: string;
  readonly "late-drop-export"?: string;
  readonly "handed-socket"?: boolean;
}

function parseFlags(argv: readonly string[]): Flags {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        port: { type: "string" },
        host: { type: "string" },
        "base-path": { type: "string" },
        origins: { type: "string" },
        config: { type: "string" },
        data: { type: "string" },
        "history-bytes": { type: "string" },
        "history-days": { type: "string" },
        "late-drop-export": { type: "string" },
        "handed-socket": { type: "boolean" },
      },
      strict: true,
      allowPositionals: false,
    }).values;
  } catch (cause) {
    const [what] = String(cause instanceof Error ? cause.message : cause).split(/[.\n]/);
    throw new StartError(2, `${what}: the flags are ${flagsInOneLine()}`);
  }
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  if (port > 65_535) {
    throw new StartError(2, `--port is "${text}": give a number from 0 to 65535 (0: chosen by the system)`);
  }
  return port;
}

function parseExports(text: string | undefined): ExportPolicy {
  const setting = "--late-drop-export (or STOATFLOW_LATE_DROP_EXPORT)";
  if (text === undefined || text === "on") return { kind: "on" };
  if (text === "off") return { kind: "off", setting };
  throw new StartError(2, `${setting} is "${text}": give on or off`);
}

function parseLogLevel(text: string): LogLevel {
  const level = logLevels.find((name) => name === text);
  if (level !== undefined) return level;
  throw new StartError(2, `STOATFLOW_LOG_LEVEL is "${text}": give one of ${logLevels.join(", ")}`);
}

function parseHost(host: string): string {
  if (!isLoopback(host)) {
    throw new StartError(
      2,
      `--host is "${host}": the console has no login, so it binds loopback only; leave --host out or give 127.0.0.1`,
    );
  }
  return host;
}

function readConfig(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unreadable";
    throw new StartError(
      2,
      `--config is "${file}": the file can't be read (${code}); give the path of a YAML file`,
    );
  }
}

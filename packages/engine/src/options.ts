/**
 * The engine's settings: code, then YAML, then environment, in that order of growing weight, resolved once into one
 * read-only object. Every error names the key, its value and the way out.
 */
import { readFileSync } from "node:fs";
import { closestMatch } from "leven";
import { isMap, LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { messageOf, StoatFlowError } from "./errors.ts";

const positive = z.int().min(1);

/**
 * Each setting by its dotted key below `stoatflow.`, with its default. Times are milliseconds.
 */
const settings = {
  "processing.guarantee": z.enum(["exactly-once", "at-least-once"]).default("exactly-once"),
  "processing.buffered-records-per-partition": positive.default(2000),
  "processing.max-poll-records": positive.max(100_000).default(500),
  "processing.lanes": positive.max(1024).default(8),
  "processing.lane-capacity": positive.default(1000),
  "processing.commit-interval-ms": positive.default(100),
  "processing.refresh-interval-ms": positive.default(500),
  "processing.max-epoch-bytes": positive.default(64 * 1024 * 1024),
  "processing.invalid-timestamp": z.enum(["fail", "drop"]).default("fail"),
  "processing.undecodable": z.enum(["fail", "skip", "dead-letter"]).default("fail"),
  "processing.output-beyond-limit": z.enum(["clamp", "dead-letter", "fail"]).default("clamp"),
  "processing.dead-letter-topic": z.string().min(1).max(249).default("{app}-dead-letter"),
  "processing.max-task-idle-ms": z.int().min(0).default(0),
  "processing.committed-below-start": z.enum(["earliest", "fail"]).default("earliest"),
  "processing.committed-beyond-end": z.enum(["fail", "earliest", "end"]).default("fail"),
  "processing.changelog-partitions": positive.max(10_000).default(16),
  "processing.metadata-max-age-ms": positive.default(30_000),
  "processing.transaction-timeout-ms": positive.default(60_000),
  "status.late-drops-kept": positive.max(100_000).default(2000),
  "status.late-drop-bytes-kept": positive.default(16 * 1024 * 1024),
  "status.holds-kept": positive.max(100_000).default(5000),
  "status.violations-kept": positive.max(100_000).default(1000),
  "status.payload-bytes-kept": z.int().min(0).max(10_000).default(2048),
  "server.enabled": z.boolean().default(true),
  "server.host": z.string().min(1).default("127.0.0.1"),
  "server.port": z.int().min(0).max(65_535).default(0),
} as const;

type Settings = typeof settings;
/** A key below `stoatflow.`, e.g. `processing.lanes`. */
export type SettingKey = keyof Settings;
/** The resolved settings, each present. */
export type ResolvedOptions = { readonly [K in SettingKey]: z.output<Settings[K]> };
/** What code may give; what is absent takes its default. */
export type OptionsInput = { readonly [K in SettingKey]?: z.output<Settings[K]> };

/** Keys that were there once: taken without an error, without effect. */
const removed = new Set(["processing.timestamp-ordered-dispatch"]);

export interface OptionSources {
  readonly code?: OptionsInput;
  /** A file of nested or dotted keys below `stoatflow`. */
  readonly yamlFile?: string;
  /** E.g. `process.env`; `STOATFLOW_PROCESSING_LANES=4`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Told of an unknown key, with the nearest one that exists. */
  readonly warn?: (message: string) => void;
}

/**
 * Resolves and checks all settings.
 *
 * @throws {StoatFlowError} `configuration`, naming the key, the value and the remedy.
 * @example
 * ```ts
 * const options = resolveOptions({ code: { "processing.lanes": 4 }, env: process.env });
 * options["processing.lanes"]; // 4, unless STOATFLOW_PROCESSING_LANES says otherwise
 * ```
 */
export function resolveOptions(sources: OptionSources = {}): ResolvedOptions {
  const given = new Map<string, Given>();
  for (const [key, value] of Object.entries(sources.code ?? {})) {
    if (value !== undefined) given.set(key, { value, from: "code" });
  }
  const { yamlFile } = sources;
  if (yamlFile !== undefined) {
    for (const [key, value] of readYaml(yamlFile)) given.set(key, { value, from: yamlFile });
  }
  const env = sources.env ?? {};
  for (const [key, value] of readEnvironment(env)) given.set(key, { value, from: variableOf(key) });

  const resolved: Record<string, unknown> = {};
  const wrong: Wrong[] = [];
  for (const key of Object.keys(settings) as SettingKey[]) {
    const found = given.get(key);
    const parsed = settings[key].safeParse(found?.value);
    if (parsed.success) resolved[key] = parsed.data;
    else if (found !== undefined) wrong.push({ key, ...found, error: parsed.error });
  }
  if (wrong.length > 0) throw invalid(wrong);
  for (const key of given.keys()) {
    if (Object.hasOwn(settings, key) || removed.has(key)) continue;
    const known = closestMatch(key, Object.keys(settings));
    sources.warn?.(
      `unknown setting stoatflow.${key} is ignored; the nearest known one is stoatflow.${known}`,
    );
  }
  for (const name of unknownVariables(env)) {
    const known = closestMatch(name, Object.keys(settings).map(variableOf));
    sources.warn?.(`unknown variable ${name} is ignored; the nearest known one is ${known}`);
  }
  return resolved as ResolvedOptions;
}

/** Whether a policy makes dead letters. */
export function wantsDeadLetters(options: ResolvedOptions): boolean {
  const policies = [options["processing.undecodable"], options["processing.output-beyond-limit"]];
  return policies.includes("dead-letter");
}

/**
 * Where the app's dead letters go.
 *
 * @example
 * ```ts
 * deadLetterTopicOf(resolveOptions(), "orders"); // "orders-dead-letter"
 * ```
 */
export function deadLetterTopicOf(options: ResolvedOptions, applicationId: string): string {
  return options["processing.dead-letter-topic"].replaceAll("{app}", applicationId);
}

/** A value as one source gives it. */
interface Given {
  readonly value: unknown;
  /** `code`, the YAML file, or the variable. */
  readonly from: string;
}

interface Wrong extends Given {
  readonly key: SettingKey;
  readonly error: z.ZodError;
}

/** One error for all that is wrong, so that it is mended in one go. */
function invalid(wrong: readonly Wrong[]): StoatFlowError {
  const faults = wrong.map(({ key, value, from, error }) => {
    const reason = error.issues.map((issue) => issue.message).join("; ");
    return `stoatflow.${key} is ${JSON.stringify(value)} by ${from}: ${reason}`;
  });
  const keys = wrong.map(({ key }) => `stoatflow.${key}`);
  const remedy =
    keys.length === 1
      ? `give ${keys[0]} a valid value, or leave it out for its default`
      : `give ${keys.join(", ")} valid values, or leave them out for their defaults`;
  return new StoatFlowError("configuration", faults.join("; "), { setting: keys[0] ?? "", remedy });
}

function readYaml(file: string): Map<string, unknown> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new StoatFlowError(
      "configuration",
      `cannot read the configuration file ${file}: ${messageOf(cause)}`,
      {
        cause,
        setting: "stoatflow.yaml",
        remedy: "name a file that exists",
      },
    );
  }
  const document = parseDocument(text, { lineCounter: new LineCounter(), prettyErrors: true });
  const first = document.errors[0];
  const reason = first?.message.split("\n")[0];
  if (first !== undefined || (document.contents !== null && !isMap(document.contents))) {
    throw new StoatFlowError(
      "configuration",
      `${file} is not valid YAML: ${reason ?? "not a map of settings"}`,
      {
        setting: "stoatflow.yaml",
        remedy: "mend the file at that place",
      },
    );
  }
  const flat = new Map<string, unknown>();
  flatten("", document.toJS(), flat);
  const below = new Map<string, unknown>();
  for (const [key, value] of flat) {
    if (key.startsWith("stoatflow.")) below.set(key.slice("stoatflow.".length), value);
  }
  return below;
}

function flatten(prefix: string, value: unknown, into: Map<string, unknown>): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    if (prefix !== "") into.set(prefix, value);
    return;
  }
  for (const [key, inner] of Object.entries(value))
    flatten(prefix === "" ? key : `${prefix}.${key}`, inner, into);
}

function readEnvironment(env: Readonly<Record<string, string | undefined>>): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const key of Object.keys(settings) as SettingKey[]) {
    const text = env[variableOf(key)];
    if (text === undefined) continue;
    found.set(key, settings[key].safeParse(text).success ? text : plainValue(text));
  }
  return found;
}

/** The environment's name of a setting. */
function variableOf(key: string): string {
  return `STOATFLOW_${key.replace(/[.-]/g, "_").toUpperCase()}`;
}

/** Variables that begin as one of a section of ours; other names may belong to other programs. */
function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const keys = Object.keys(settings);
  const known = new Set([...keys, ...removed].map(variableOf));
  const sections = new Set(keys.map((key) => `${variableOf(key.slice(0, key.indexOf(".")))}_`));
  return Object.keys(env).filter(
    (name) => !known.has(name) && [...sections].some((section) => name.startsWith(section)),
  );
}

function plainValue(text: string): unknown {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (text === "true" || text === "false") return text === "true";
  return text;
}

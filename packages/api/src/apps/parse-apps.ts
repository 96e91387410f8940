/** The list of apps, from the environment and from YAML. Whatever is wrong is told in one line. */
import { z } from "zod";
import { ApiError } from "../api-error.ts";
import { oneLine } from "../one-line.ts";
import { fieldPath } from "../schema-fault.ts";
import type { AppConfig } from "./app-config.ts";
import { type AppEntry, appEntry, readAppEntry } from "./app-entry.ts";
import { readYaml } from "./read-yaml.ts";

/** The most apps that one console watches. */
const appsMax = 200;

const setting = "STOATFLOW_APPS";
const urlExample = "http://127.0.0.1:4001";

const file = z.strictObject({ apps: z.array(appEntry).max(appsMax).optional() });

export interface ParseApps {
  /**
   * `STOATFLOW_APPS` is read: `orders=http://127.0.0.1:4001,payments=http://127.0.0.1:4002`; the instances of one app are
   * separated by `|`: `orders=http://10.0.0.1:4001|http://10.0.0.2:4001`.
   */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `apps: [{ id, url, environment?, owner?, runbookUrl?, labels? }]`, with `urls: […]` where there are instances. */
  readonly yamlText?: string | undefined;
  /** What errors call the YAML. @default "the configuration file" */
  readonly yamlName?: string | undefined;
}

/**
 * The apps to watch: those of the YAML in its order, then those of the environment. An id that both name is taken from
 * the environment, which weighs more.
 *
 * @throws {ApiError} `configuration`: one line with the setting, its value and the remedy.
 * @example
 * ```ts
 * parseApps({ env: { STOATFLOW_APPS: "orders=http://127.0.0.1:4001" } });
 * // [{ id: "orders", urls: ["http://127.0.0.1:4001/"], environment: null, owner: null, runbookUrl: null, labels: {} }]
 * ```
 */
export function parseApps({ env, yamlText, yamlName = "the configuration file" }: ParseApps): AppConfig[] {
  const apps = new Map<string, AppConfig>();
  if (yamlText !== undefined) for (const app of fromYaml(yamlText, yamlName)) apps.set(app.id, app);
  for (const app of fromEnvironment(env[setting] ?? "")) apps.set(app.id, app);
  if (apps.size > appsMax) {
    throw wrong(setting, apps.size, `there are more than ${appsMax} apps`, "leave some to another console");
  }
  return [...apps.values()];
}

function fromEnvironment(text: string): AppConfig[] {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const apps = parts.map((part) => {
    const equals = part.indexOf("=");
    if (equals < 1) {
      throw wrong(setting, part, "is not of the form id=address", `write for example orders=${urlExample}`);
    }
    const id = part.slice(0, equals).trim();
    const urls = part
      .slice(equals + 1)
      .split("|")
      .map((url) => url.trim());
    return checked({ id, ...(urls.length === 1 ? { url: urls[0] } : { urls }) }, () => setting);
  });
  refuseTwice(apps, setting);
  return apps;
}

function fromYaml(text: string, name: string): AppConfig[] {
  const value = readYaml(text, name) ?? {};
  const parsed = file.safeParse(value);
  if (!parsed.success) throw wrongField(parsed.error, value, name);
  const entries = parsed.data.apps;
  // A file that was emptied, or ends too soon, is no wish to watch nothing.
  if (entries === undefined)
    throw wrong(`${name}: apps`, undefined, "is given", 'write "apps: []" where no app is meant');
  const apps = entries.map((app, i) =>
    checked(app, (field) => `${name}: apps[${i}]${field === "" ? "" : `.${field}`}`),
  );
  refuseTwice(apps, `${name}: apps`);
  return apps;
}

function checked(entry: AppEntry, where: (field: string) => string): AppConfig {
  const app = readAppEntry(entry);
  if ("kind" in app) throw wrong(where(app.field), app.value, app.fault, app.remedy);
  return app;
}

function refuseTwice(apps: readonly AppConfig[], where: string): void {
  const seen = new Set<string>();
  for (const { id } of apps) {
    if (seen.has(id))
      throw wrong(
        where,
        id,
        "names two apps",
        "give each app an id of its own, or one app the urls of its instances",
      );
    seen.add(id);
  }
}

function wrongField(error: z.core.$ZodError, value: unknown, name: string): ApiError {
  const [issue] = error.issues;
  const path = issue?.path ?? [];
  const where = path.length === 0 ? name : `${name}: ${fieldPath(path)}`;
  if (issue?.code === "unrecognized_keys") {
    const known = path.length === 0 ? "apps" : Object.keys(appEntry.shape).join(", ");
    return wrong(where, issue.keys.join(", "), "is not known here", `known is ${known}`);
  }
  const message = (issue?.message ?? "is wrong").replace(/^Invalid input: /, "");
  const given = valueAt(value, path);
  const isUnquoted = message.startsWith("expected string") && ["number", "boolean"].includes(typeof given);
  const remedy = isUnquoted
    ? `write ${JSON.stringify(String(given))} in quotes`
    : "see the example in the README";
  return wrong(where, given, message, remedy);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const part of path) at = at instanceof Object ? Reflect.get(at, part) : undefined;
  return at;
}

function wrong(where: string, value: unknown, fault: string, remedy: string): ApiError {
  return new ApiError("configuration", oneLine(`${where}: ${shown(value)} ${fault}; ${remedy}`));
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  try {
    return oneLine(JSON.stringify(value), 120);
  } catch {
    // Aliases of YAML can make one that has no end.
    return "a value that holds itself";
  }
}

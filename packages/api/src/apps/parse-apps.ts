/** The list of apps, from the environment and from YAML. Whatever is wrong is told in one line. */
import { parseDocument } from "yaml";
import { z } from "zod";
import { ApiError } from "../api-error.ts";
import { oneLine } from "../one-line.ts";
import { fieldPath } from "../schema-fault.ts";
import type { AppConfig } from "./app-config.ts";
import { appUrl } from "./app-url.ts";

/** The most apps that one console watches. */
const appsMax = 200;

const setting = "STOATFLOW_APPS";
const urlExample = "http://127.0.0.1:4001";
const idRule = "1 to 64 letters, digits, dots, hyphens and underscores, beginning with a letter or a digit";
const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const entry = z.strictObject({
  id: z.string(),
  url: z.string(),
  environment: z.string().min(1).max(64).nullish(),
});
const file = z.strictObject({ apps: z.array(entry).max(appsMax).default([]) });

export interface ParseApps {
  /** `STOATFLOW_APPS` is read: `orders=http://127.0.0.1:4001,payments=http://127.0.0.1:4002`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `apps: [{ id, url, environment? }]`. */
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
 * // [{ id: "orders", url: "http://127.0.0.1:4001/", environment: null }]
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
    return checked({ id, url: part.slice(equals + 1).trim() }, setting, setting);
  });
  refuseTwice(apps, setting);
  return apps;
}

function fromYaml(text: string, name: string): AppConfig[] {
  const document = parseDocument(text, { prettyErrors: false });
  const [malformed] = document.errors;
  if (malformed !== undefined) {
    const before = text.slice(0, malformed.pos[0]).split("\n");
    const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    throw new ApiError(
      "configuration",
      oneLine(`${name}: malformed YAML at ${place}: ${malformed.message}; mend that line`),
    );
  }
  const value = toJs(document, name) ?? {};
  const parsed = file.safeParse(value);
  if (!parsed.success) throw wrongField(parsed.error, value, name);
  const apps = parsed.data.apps.map((app, i) =>
    checked(app, `${name}: apps[${i}].id`, `${name}: apps[${i}].url`),
  );
  refuseTwice(apps, `${name}: apps`);
  return apps;
}

/** Aliases that unfold without end are refused by the parser itself. */
function toJs(document: ReturnType<typeof parseDocument>, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw new ApiError("configuration", `${name}: cannot be read: ${String(cause)}; use fewer aliases`, {
      cause,
    });
  }
}

function checked(app: z.infer<typeof entry>, idSetting: string, urlSetting: string): AppConfig {
  if (!idPattern.test(app.id)) throw wrong(idSetting, app.id, "is no id of an app", `use ${idRule}`);
  const address = appUrl(app.url);
  if (address.kind === "fault") {
    throw wrong(urlSetting, app.url, address.fault, `write for example ${urlExample}`);
  }
  return { id: app.id, url: address.url, environment: app.environment ?? null };
}

function refuseTwice(apps: readonly AppConfig[], where: string): void {
  const seen = new Set<string>();
  for (const { id } of apps) {
    if (seen.has(id)) throw wrong(where, id, "names two apps", "give each app an id of its own");
    seen.add(id);
  }
}

function wrongField(error: z.core.$ZodError, value: unknown, name: string): ApiError {
  const [issue] = error.issues;
  const path = issue?.path ?? [];
  const where = path.length === 0 ? name : `${name}: ${fieldPath(path)}`;
  if (issue?.code === "unrecognized_keys") {
    const known = path.length === 0 ? "apps" : "id, url, environment";
    return wrong(where, issue.keys.join(", "), "is not known here", `known is ${known}`);
  }
  const message = (issue?.message ?? "is wrong").replace(/^Invalid input: /, "");
  return wrong(where, valueAt(value, path), message, "see the example in the README");
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const part of path) at = at instanceof Object ? Reflect.get(at, part) : undefined;
  return at;
}

function wrong(where: string, value: unknown, fault: string, remedy: string): ApiError {
  const shown = value === undefined ? "nothing" : oneLine(JSON.stringify(value) ?? String(value), 120);
  return new ApiError("configuration", oneLine(`${where}: ${shown} ${fault}; ${remedy}`));
}

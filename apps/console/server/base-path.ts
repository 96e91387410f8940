/** The path below which a proxy offers the console: what it may be, and which requests are meant by it. Pure. */
import { StartError } from "./start-error.ts";

/** What is served by these names below every base path, so that none of them can be the beginning of one. */
const ownNames = ["_next", "api", "apps", "health", "icon.svg", "metrics"];

const lettersMax = 200;

/**
 * The base path as it is put in front of a path: empty where the console stands at the root.
 *
 * @throws StartError with exit status 2, naming the setting, its value and the remedy.
 * @example parseBasePath("/ops/stoatflow/") === "/ops/stoatflow"
 */
export function parseBasePath(text: string | undefined): string {
  const path = text?.replace(/\/$/, "") ?? "";
  if (path === "") return "";
  const names = path.slice(1).split("/");
  const isPath =
    path.startsWith("/") && names.every((name) => /^[\w.~-]+$/.test(name) && !/^\.+$/.test(name));
  if (!isPath || path.length > lettersMax)
    throw refusal(
      text,
      `give a path such as /stoatflow: of letters, digits, ".", "_", "~" and "-", ${lettersMax} at most`,
    );
  const [first = ""] = names;
  if (ownNames.includes(first))
    throw refusal(
      text,
      `${first} is what the console itself has there; give another name, such as /stoatflow`,
    );
  return path;
}

function refusal(text: string | undefined, remedy: string): StartError {
  return new StartError(2, `--base-path (or STOATFLOW_BASE_PATH) is "${text}": ${remedy}`);
}

/**
 * What a request asks for, without the base path. A proxy may have taken that away already: both are the same page.
 *
 * @example withoutBasePath("/ops/apps/orders?drop=1", "/ops") === "/apps/orders?drop=1"
 */
export function withoutBasePath(url: string, basePath: string): string {
  if (!url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  return rest.startsWith("/") ? rest : url;
}

/**
 * Where the first page is, for who asks for the base path without its slash: it is kept with one, as cookies are.
 *
 * @example withSlash("/ops?find=a", "/ops") === "/ops/?find=a"
 */
export function withSlash(url: string, basePath: string): string | undefined {
  if (basePath === "" || !url.startsWith(basePath)) return undefined;
  const rest = url.slice(basePath.length);
  return rest === "" || rest.startsWith("?") ? `${basePath}/${rest}` : undefined;
}

/**
 * What the tests need of the machine beside Node, and where each is looked for. Plain JavaScript without a
 * dependency, since it runs before anything else is sure to be there.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

export const oldestJava = 17;

/** @typedef {"java" | "maven" | "chromium" | "nginx"} Tool */
/** @typedef {{ kind: "found", path: string, version?: string }} Found */
/** @typedef {{ kind: "missing", why: string, remedy?: string }} Missing  A `remedy` goes before the machine's. */
/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * The feature number of what `java -version` prints: 17 for `17.0.15`, 8 for `1.8.0_402`.
 *
 * @param {string} printed
 * @returns {number | undefined} `undefined` where it is no version at all.
 */
export function javaVersion(printed) {
  const match = /version "(?:1\.)?(\d+)/.exec(printed);
  return match === null ? undefined : Number(match[1]);
}

/**
 * @param {string} platform As `process.platform`.
 * @param {Environment} environment
 * @returns {readonly string[]} Names to look for on the path, or absolute paths, the first choice first.
 */
export function chromiumCandidates(platform, environment) {
  const chosen = environment["CHROMIUM_PATH"];
  if (chosen !== undefined && chosen !== "") return [chosen];
  if (platform === "darwin") {
    return ["Google Chrome", "Chromium", "Microsoft Edge"].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (platform === "win32") {
    const roots = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap(
      (name) => environment[name] ?? [],
    );
    return ["Google\\Chrome\\Application\\chrome.exe", "Microsoft\\Edge\\Application\\msedge.exe"].flatMap(
      (place) => roots.map((root) => `${root}\\${place}`),
    );
  }
  return ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge-stable"];
}

/**
 * @param {Environment} environment
 * @returns {ReadonlyMap<Tool, Found | Missing>}
 */
export function lookAround(environment) {
  return new Map(
    /** @type {[Tool, Found | Missing][]} */ ([
      ["java", findJava(environment)],
      ["maven", findMaven(environment)],
      ["chromium", findChromium(environment)],
      ["nginx", findNginx(environment)],
    ]),
  );
}

/** @param {Environment} environment @returns {Found | Missing} */
function findJava(environment) {
  const home = environment["JAVA_HOME"];
  const ofHome = home !== undefined && home !== "";
  const java = ofHome ? join(home, "bin", "java") : "java";
  const leaveHome = ofHome ? { remedy: `JAVA_HOME is ${home}: point it at a newer Java, or unset it` } : {};
  const printed = run(java, ["-version"], environment);
  if (printed === undefined) return { kind: "missing", why: `"${java}" cannot be run`, ...leaveHome };
  const version = javaVersion(printed);
  if (version === undefined || version < oldestJava) {
    return { kind: "missing", why: `"${java}" is version ${version ?? "unknown"}`, ...leaveHome };
  }
  return { kind: "found", path: java, version: String(version) };
}

/** @param {Environment} environment @returns {Found | Missing} */
function findMaven(environment) {
  // Maven is not asked for its version: without a Java it could not answer, and would seem to be missing too.
  const path = findOnPath(process.platform === "win32" ? "mvn.cmd" : "mvn", environment);
  return path === undefined ? { kind: "missing", why: '"mvn" is not on the path' } : { kind: "found", path };
}

/** @param {Environment} environment @returns {Found | Missing} */
function findChromium(environment) {
  const candidates = chromiumCandidates(process.platform, environment);
  for (const candidate of candidates) {
    const path = /[/\\]/.test(candidate) ? executable(candidate) : findOnPath(candidate, environment);
    if (path === undefined) continue;
    // Chrome on Windows opens a window instead of answering.
    if (process.platform === "win32") return { kind: "found", path };
    // Ubuntu's `chromium-browser` is a script that only points to a snap: what counts is that it answers.
    const version = /\d+(\.\d+)+/.exec(run(path, ["--version"], environment) ?? "")?.[0];
    if (version !== undefined) return { kind: "found", path, version };
  }
  const chosen = environment["CHROMIUM_PATH"];
  if (chosen !== undefined && chosen !== "") {
    return {
      kind: "missing",
      why: `"${chosen}" cannot be run`,
      remedy: `CHROMIUM_PATH is ${chosen}: point it at a Chromium, or unset it`,
    };
  }
  return { kind: "missing", why: `none of ${candidates.join(", ")} can be run` };
}

/**
 * Names to look for on the path, or absolute paths, the first choice first: Debian keeps it where only root looks.
 *
 * @param {Environment} environment
 * @returns {readonly string[]}
 */
export function nginxCandidates(environment) {
  const chosen = environment["NGINX_PATH"];
  return chosen !== undefined && chosen !== "" ? [chosen] : ["nginx", "/usr/sbin/nginx"];
}

/** @param {Environment} environment @returns {Found | Missing} */
function findNginx(environment) {
  const candidates = nginxCandidates(environment);
  for (const candidate of candidates) {
    const version = /nginx\/(\S+)/.exec(run(candidate, ["-v"], environment) ?? "")?.[1];
    if (version !== undefined) return { kind: "found", path: candidate, version };
  }
  return { kind: "missing", why: `none of ${candidates.join(", ")} can be run` };
}

/**
 * @param {string} name
 * @param {Environment} environment
 * @returns {string | undefined}
 */
export function findOnPath(name, environment) {
  const folders = (environment["PATH"] ?? environment["Path"] ?? "").split(delimiter);
  return folders
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find(executable);
}

/** @param {string} path @returns {string | undefined} */
function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * All that a command prints, or `undefined` where it cannot be run, fails or hangs.
 *
 * @param {string} command
 * @param {readonly string[]} options
 * @param {Environment} environment
 * @returns {string | undefined}
 */
export function run(command, options, environment) {
  const asked = spawnSync(command, options, { env: { ...environment }, encoding: "utf8", timeout: 10_000 });
  return asked.status === 0 ? asked.stdout + asked.stderr : undefined;
}

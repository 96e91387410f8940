/**
 * What `npm start` needs before any of it can be loaded: a Node that is new enough, and the packages of the lock file.
 * Plain JavaScript without a dependency, in words that an old Node understands too; `npm run doctor` asks the same.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** @typedef {{ readonly version?: string, readonly optional?: boolean, readonly devOptional?: boolean, readonly link?: boolean }} Locked */

/**
 * The oldest Node that the repository's manifest names, as `20.19`.
 *
 * @returns {string}
 */
export function nodeFloor() {
  return readJson(join(root, "package.json")).engines.node.replace(/[^\d.]/g, "");
}

/**
 * @param {string} version As `process.versions.node`.
 * @param {string} floor As `20.19`.
 */
export function isOldNode(version, floor) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = floor.split(".").map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

/**
 * What is wrong with the Node that runs this, and the way out.
 *
 * @returns {string | undefined}
 */
export function nodeFault() {
  const floor = nodeFloor();
  return isOldNode(process.versions.node, floor)
    ? `Node ${floor} or newer is needed, and this is ${process.versions.node}: install it from your system's packages, a version manager or Node's own site`
    : undefined;
}

/**
 * What is wrong with the installed packages, and the way out.
 *
 * @returns {string | undefined}
 */
export function packagesFault() {
  const wanted = readJson(join(root, "package-lock.json")).packages;
  /** @type {Readonly<Record<string, Locked>>} */
  let installed;
  try {
    installed = readJson(join(root, "node_modules/.package-lock.json")).packages;
  } catch {
    return "the packages are not installed: npm ci";
  }
  const other = firstOther(wanted, installed);
  return other === undefined
    ? undefined
    : `the installed packages are not those of package-lock.json, beginning with ${other}: npm ci`;
}

/**
 * Pure: the first package that is not installed as it is wanted; those that only some systems get do not count.
 *
 * @param {Readonly<Record<string, Locked>>} wanted
 * @param {Readonly<Record<string, Locked>>} installed
 * @returns {string | undefined}
 */
export function firstOther(wanted, installed) {
  const found = Object.entries(wanted).find(
    ([path, { version, optional, devOptional, link }]) =>
      path.includes("node_modules/") &&
      !optional &&
      !devOptional &&
      !link &&
      installed[path]?.version !== version,
  );
  return found?.[0].replace(/^.*node_modules\//, "");
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}

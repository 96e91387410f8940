/**
 * Finds the build of the console's pages that is made of what is there now, so that a build is reused for as long as
 * none of that changes. Plain JavaScript without a dependency: `npm run doctor` asks too, before anything is installed.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of all builds, relative to `apps/console`. Each is named `<hash of its inputs>.<pid of its builder>`. */
export const buildsFolder = ".next-start";
/** The file whose presence says that a build came to its end. */
export const wholeMark = "whole";

/** Files and folders, relative to the root of the repository. */
const inputs = [
  "apps/console/next.config.ts",
  "apps/console/package.json",
  "apps/console/postcss.config.mjs",
  "apps/console/src",
  "apps/console/tsconfig.json",
  "package-lock.json",
  "packages/api/package.json",
  "packages/api/src",
  "packages/engine/package.json",
  "packages/engine/src",
  "tsconfig.json",
];

/**
 * The whole build of the inputs with this hash, relative to `apps/console`, if there is one.
 *
 * @param {string} root Of the repository.
 * @param {string} hash
 * @returns {string | undefined}
 */
export function wholeBuild(root, hash) {
  const builds = join(root, "apps/console", buildsFolder);
  if (!existsSync(builds)) return undefined;
  const name = readdirSync(builds).find(
    (build) => build.startsWith(`${hash}.`) && existsSync(join(builds, build, wholeMark)),
  );
  return name === undefined ? undefined : `${buildsFolder}/${name}`;
}

/**
 * The hash of all that the pages are built from.
 *
 * @param {string} root Of the repository.
 */
export function consoleInputsHash(root) {
  const hash = createHash("sha256");
  for (const input of inputs) {
    for (const file of filesOf(root, input))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]} Sorted, so that every machine comes to the same name.
 */
function filesOf(root, path) {
  const entries = readdirIfFolder(join(root, path));
  if (entries === undefined) return [path];
  return entries
    .filter(({ name }) => !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesOf(root, `${path}/${entry.name}`) : [`${path}/${entry.name}`],
    );
}

/** @param {string} path */
function readdirIfFolder(path) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

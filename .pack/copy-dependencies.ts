import { cpSync, existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, sep } from "node:path";
import { repository } from "./repository.ts";

/** Sources, declarations and maps, which nothing reads at run time. */
const forCompilers = /\.(?:[cm]?ts|map)$/;

/**
 * Copies what a package of the workspace depends on, and all that this depends on, into a folder, each to the place
 * that it has in the repository: what Node found there for an import, it finds here. What is optional, such as the
 * binary of another system, comes along where it is installed.
 *
 * @param manifest the path of the package's own `package.json`.
 * @param names those of its dependencies that are wanted.
 * @returns the folders copied, from the root of the repository.
 * @throws {Error} where one is not installed, or lies where only the workspace would look for it.
 */
export function copyDependencies(manifest: string, names: readonly string[], target: string): Set<string> {
  const copied = new Set<string>();
  const copy = (from: string, wanted: readonly string[]) => {
    for (const name of wanted) {
      const folder = folderOf(name, from);
      const place = relative(repository, folder);
      if (copied.has(place)) continue;
      if (!place.startsWith(`node_modules${sep}`)) {
        throw new Error(`${name} lies in ${place}: give all of the workspace the same version of it`);
      }
      copied.add(place);
      // What is nested in it is copied where something that is wanted asks for it.
      cpSync(folder, join(target, place), {
        recursive: true,
        filter: (path) => basename(path) !== "node_modules" && !forCompilers.test(path),
      });
      const own = join(folder, "package.json");
      copy(own, Object.keys(dependenciesOf(own)));
      copy(own, installedOptionalOf(own));
    }
  };
  copy(manifest, names);
  return copied;
}

/** What a manifest says that the package needs, by name. */
export function dependenciesOf(manifest: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(manifest, "utf8")).dependencies ?? {};
}

function installedOptionalOf(manifest: string): readonly string[] {
  const { optionalDependencies = {} } = JSON.parse(readFileSync(manifest, "utf8"));
  return Object.keys(optionalDependencies).filter((name) => placeOf(name, manifest) !== undefined);
}

/** Where Node finds a package; a package need not let others see its manifest, so it is looked for on the disk. */
function folderOf(name: string, manifest: string): string {
  const folder = placeOf(name, manifest);
  if (folder === undefined) throw new Error(`${name} is not installed for ${dirname(manifest)}: npm ci`);
  return folder;
}

function placeOf(name: string, manifest: string): string | undefined {
  const places = createRequire(manifest).resolve.paths(name) ?? [];
  return places
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, "package.json")));
}

import { cpSync, existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Copies installed packages, and all that they depend on, into one flat `node_modules`. What is there already stays:
 * it was put there on purpose.
 *
 * @param manifestPath of the package whose dependencies they are, from where they are looked up.
 * @throws {Error} where two versions of one package would have to lie in the same place.
 */
export function copyDependencies(manifestPath: string, names: readonly string[], nodeModules: string): void {
  for (const name of names) {
    const from = folderOf(name, manifestPath);
    const manifest = readManifest(join(from, "package.json"));
    const to = join(nodeModules, name);
    if (existsSync(join(to, "package.json"))) {
      const { version } = readManifest(join(to, "package.json"));
      if (version === manifest.version) continue;
      throw new Error(`${name} is needed as ${version} and as ${manifest.version}: one folder holds but one`);
    }
    // Packages that are nested in it were put there for their versions, and are looked up below by themselves.
    cpSync(from, to, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
    copyDependencies(join(from, "package.json"), Object.keys(manifest.dependencies ?? {}), nodeModules);
  }
}

/** Where Node would find a package; a manifest need not be among its exports. */
function folderOf(name: string, manifestPath: string): string {
  const places = createRequire(manifestPath).resolve.paths(name) ?? [];
  const place = places.find((folder) => existsSync(join(folder, name, "package.json")));
  if (place === undefined) throw new Error(`${name} is not installed for ${dirname(manifestPath)}: npm ci`);
  return join(place, name);
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, "utf8"));
}

/**
 * Makes of a workspace package the package that others install.
 *
 * In the workspace a package is its sources: its `exports` name `.ts` files, and nothing has to be built to work on
 * it. npm packs a manifest as it stands, so what is packed is a folder of its own, with the built `dist` and a
 * manifest whose `exports` name what is in there.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./repository.ts";

/** What of a workspace's manifest is of use to those who install the package. */
const keptFields = [
  "name",
  "version",
  "description",
  "license",
  "type",
  "sideEffects",
  "engines",
  "dependencies",
  "peerDependencies",
  "peerDependenciesMeta",
] as const;

interface Manifest extends Readonly<Partial<Record<(typeof keptFields)[number], unknown>>> {
  readonly exports: Readonly<Record<string, string>>;
}

/**
 * Fills `target` with the package of `packages/<name>`: `dist`, manifest, README and licence.
 *
 * @param name the folder below `packages`, e.g. `engine`; it must have been built.
 * @throws {Error} where an export was not built, naming it.
 */
export function stagePackage(name: string, target: string): void {
  const source = join(repository, "packages", name);
  const manifest = packedManifest(JSON.parse(readFileSync(join(source, "package.json"), "utf8")));
  for (const { types, default: code } of Object.values(manifest.exports)) {
    for (const file of [types, code]) {
      if (existsSync(join(source, file))) continue;
      throw new Error(`packages/${name}/${file} is not built: list it in tsconfig.build.json, npm run build`);
    }
  }
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(source, "dist"), join(target, "dist"), { recursive: true });
  cpSync(join(source, "README.md"), join(target, "README.md"));
  cpSync(join(repository, "LICENSE"), join(target, "LICENSE"));
}

/** Pure: the manifest of the packed package. An export of `./src/a.ts` becomes one of `./dist/a.js` and its types. */
function packedManifest(manifest: Manifest) {
  const kept = keptFields.flatMap((field) =>
    manifest[field] === undefined ? [] : [[field, manifest[field]] as const],
  );
  const exports = Object.entries(manifest.exports).map(([door, source]) => {
    const path = /^\.\/src\/(.+)\.ts$/.exec(source)?.[1];
    if (path === undefined)
      throw new Error(`the export "${door}" is ${source}: it must be a .ts file in src`);
    // The types come first: a condition counts by its place.
    return [door, { types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` }] as const;
  });
  return { ...Object.fromEntries(kept), exports: Object.fromEntries(exports), files: ["dist"] };
}

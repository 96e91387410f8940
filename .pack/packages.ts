/**
 * `npm run pack:packages -- [FOLDER]`: the engine and the API as tarballs that can be installed anywhere. Prints the
 * path of each.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { npm } from "./npm.ts";
import { repository } from "./repository.ts";
import { stagePackage } from "./stage-package.ts";

const folder = resolve(process.argv[2] ?? join(repository, ".stoatflow/packages"));
mkdirSync(folder, { recursive: true });
for (const name of ["engine", "api"]) {
  const staged = mkdtempSync(join(tmpdir(), `stoatflow-${name}-`));
  stagePackage(name, staged);
  const [packed] = JSON.parse(npm(["pack", "--json", "--pack-destination", folder], staged));
  rmSync(staged, { recursive: true });
  console.log(join(folder, packed.filename));
}

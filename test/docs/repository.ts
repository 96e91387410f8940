import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository, without a slash at its end. */
export const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** What is installed or built, and so says nothing of its own. */
const notOurs = new Set([".git", ".next", ".stoatflow", ".turbo", "coverage", "dist", "node_modules"]);

/** Every file of the repository by its path from the root, in order. */
export function repositoryFiles(folder = ""): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) return [path];
      return notOurs.has(entry.name) ? [] : repositoryFiles(path);
    })
    .sort();
}

/** The text of a file by its path from the root. */
export function textOf(path: string): string {
  return readFileSync(join(repository, path), "utf8");
}

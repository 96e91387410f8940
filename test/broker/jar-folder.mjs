/**
 * Where the test broker's jars are kept. Plain JavaScript without a dependency: `npm run doctor` asks too, before
 * anything is installed.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The cache at the root of the repository. */
export const defaultJarCache = join(here, "../../.stoatflow/kafka");

/**
 * The folder of the jars that `pom.xml` names, whether or not they have been fetched.
 *
 * @param {string} cache
 */
export function jarFolder(cache) {
  const pom = readFileSync(join(here, "pom.xml"));
  return join(cache, createHash("sha256").update(pom).digest("hex").slice(0, 12));
}

/** Finds Java and Maven, and says what to do where one is missing. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const oldestJava = 17;

/**
 * The `java` to run a broker with: `JAVA_HOME`'s, else the one on the path.
 *
 * @throws {Error} naming the remedy when there is none or it is older than 17.
 */
export function findJava(environment: NodeJS.ProcessEnv = process.env): string {
  const { JAVA_HOME: home } = environment;
  const java = home === undefined || home === "" ? "java" : join(home, "bin", "java");
  const asked = spawnSync(java, ["-version"], { env: environment, encoding: "utf8" });
  if (asked.error !== undefined) {
    throw new Error(
      `the test broker needs Java ${oldestJava} or newer, and "${java}" cannot be run: ${remedy}`,
    );
  }
  const version = javaVersion(asked.stderr);
  if (version === undefined || version < oldestJava) {
    const found = asked.stderr.split("\n", 1)[0] ?? "";
    throw new Error(
      `the test broker needs Java ${oldestJava} or newer, and "${java}" is ${found.trim()}: ${remedy}`,
    );
  }
  return java;
}

/**
 * Maven's command.
 *
 * @throws {Error} naming the remedy when it cannot be run.
 */
export function findMaven(environment: NodeJS.ProcessEnv = process.env): string {
  const asked = spawnSync("mvn", ["--version"], { env: environment, encoding: "utf8" });
  if (asked.error !== undefined || asked.status !== 0) {
    throw new Error(`the test broker's jars come through Maven, and "mvn" cannot be run: ${remedy}`);
  }
  return "mvn";
}

const remedy =
  'run "npm run setup", or install them yourself (Debian and Ubuntu: "apt-get install openjdk-17-jre-headless maven"; macOS: "brew install openjdk maven")';

/** The feature number of what `java -version` prints: 17 for `openjdk version "17.0.15"`, 8 for `"1.8.0_402"`. */
export function javaVersion(printed: string): number | undefined {
  const match = /version "(?:1\.)?(\d+)/.exec(printed);
  return match === null ? undefined : Number(match[1]);
}

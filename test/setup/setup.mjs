/**
 * `npm run setup`: brings what the tests need beside Node, which is Java, Maven and Chromium, where the system's
 * package manager can do it without asking; else says all that is missing at once, with the line to type.
 *
 * Ends with status 0 when all is there, 3 when something is missing.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { debianJava, installCommands, lineToType, managerOf } from "./package-managers.mjs";
import { findOnPath, lookAround, oldestJava, run } from "./requirements.mjs";

/** @typedef {import("./requirements.mjs").Tool} Tool */

/** @type {Readonly<Record<Tool, string>>} */
const names = { java: `Java ${oldestJava} or newer`, maven: "Maven", chromium: "Chromium" };
const installTimeoutMs = 15 * 60_000;

const environment = process.env;
const osRelease = existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "";
const manager = managerOf(process.platform, osRelease);
const isRoot = process.getuid?.() === 0;

let found = lookAround(environment);
if (missing().length > 0 && install(missing())) found = lookAround(environment);
if (missing().length > 0) {
  tellMissing(missing());
  process.exit(3);
}
for (const [tool, state] of found) {
  if (state.kind === "found")
    console.log(`${names[tool]}: ${state.path}${state.version ? ` (${state.version})` : ""}`);
}

/** @returns {Tool[]} */
function missing() {
  return [...found].filter(([, state]) => state.kind === "missing").map(([tool]) => tool);
}

/**
 * Runs the package manager for what it can mend, where it needs nobody to answer.
 *
 * @param {readonly Tool[]} wanted
 * @returns {boolean} Whether anything was run.
 */
function install(wanted) {
  if (manager === undefined || findOnPath(manager.name, environment) === undefined) return false;
  const sudo = manager.asRoot && !isRoot;
  if (sudo && run("sudo", ["-n", "true"], environment) === undefined) return false;
  for (const command of manager.before) perform(command, sudo);
  // Only now do the lists of a fresh machine name the Javas that there are.
  for (const command of installCommands({ ...manager, before: [] }, wanted, debianJavaHere()))
    perform(command, sudo);
  return true;
}

/**
 * @param {readonly string[]} command
 * @param {boolean} sudo
 */
function perform(command, sudo) {
  const [program = "", ...rest] = sudo ? ["sudo", "-n", ...command] : command;
  console.log(`> ${[program, ...rest].join(" ")}`);
  const done = spawnSync(program, rest, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...environment, DEBIAN_FRONTEND: "noninteractive", HOMEBREW_NO_AUTO_UPDATE: "1" },
    timeout: installTimeoutMs,
  });
  if (done.status !== 0)
    console.error(`${command.join(" ")} ended with ${done.status ?? done.signal ?? done.error}`);
}

/** @returns {string | undefined} */
function debianJavaHere() {
  if (manager?.name !== "apt-get") return undefined;
  return debianJava(run("apt-cache", ["pkgnames", "openjdk-"], environment) ?? "", oldestJava);
}

/** @param {readonly Tool[]} tools */
function tellMissing(tools) {
  console.error("The tests need what this machine does not have:");
  for (const tool of tools) {
    const state = found.get(tool);
    if (state?.kind !== "missing") continue;
    console.error(`  ${names[tool]}: ${state.why}${state.remedy === undefined ? "" : `. ${state.remedy}`}`);
  }
  const line =
    manager === undefined
      ? `install ${tools.map((tool) => names[tool]).join(", ")} by hand; PATH, JAVA_HOME and CHROMIUM_PATH tell where they are`
      : lineToType(manager, tools, { sudo: manager.asRoot && !isRoot, java: debianJavaHere() });
  console.error(`To bring ${tools.length === 1 ? "it" : "them"}:\n  ${line}\nand then: npm run setup`);
}

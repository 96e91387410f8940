/**
 * `npm run setup`: brings what the tests need beside Node, which is Java, Maven, Chromium and nginx, where the system's
 * package manager can do it without asking; else says all that is missing at once, with the line to type.
 *
 * Ends with status 0 when all is there, 3 when something is missing.
 */
import { spawnSync } from "node:child_process";
import { installCommands } from "./package-managers.mjs";
import { debianJavaHere, missingLine, remedyLine, thisMachine, toolNames } from "./remedy.mjs";
import { findOnPath, lookAround, run } from "./requirements.mjs";

/** @typedef {import("./requirements.mjs").Tool} Tool */

const installTimeoutMs = 15 * 60_000;

const environment = process.env;
const { manager, sudo } = thisMachine(environment);

let found = lookAround(environment);
if (missing().length > 0 && install(missing())) found = lookAround(environment);
if (missing().length > 0) {
  tellMissing(missing());
  process.exit(3);
}
for (const [tool, state] of found) {
  if (state.kind === "found")
    console.log(`${toolNames[tool]}: ${state.path}${state.version ? ` (${state.version})` : ""}`);
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
  if (sudo && run("sudo", ["-n", "true"], environment) === undefined) return false;
  for (const command of manager.before) perform(command);
  // Only now do the lists of a fresh machine name the Javas that there are.
  const java = manager.name === "apt-get" ? debianJavaHere(environment) : undefined;
  for (const command of installCommands({ ...manager, before: [] }, wanted, java)) perform(command);
  return true;
}

/** @param {readonly string[]} command */
function perform(command) {
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

/** @param {readonly Tool[]} tools */
function tellMissing(tools) {
  // Looked at anew: an attempt to install has brought the lists of packages up to date.
  const machine = thisMachine(environment);
  console.error("The tests need what this machine does not have:");
  for (const tool of tools) {
    const state = found.get(tool);
    if (state?.kind === "missing") console.error(`  ${missingLine(machine, tool, state)}`);
  }
  if (tools.length > 1) console.error(`To bring all of it:\n  ${remedyLine(machine, tools)}`);
  console.error("and then: npm run setup");
}

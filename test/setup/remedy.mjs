/** Says what a tool that is missing is called, and the one line that brings it on this machine. */
import { existsSync, readFileSync } from "node:fs";
import { debianJava, lineToType, managerOf } from "./package-managers.mjs";
import { oldestJava, run } from "./requirements.mjs";

/** @typedef {import("./requirements.mjs").Tool} Tool */
/** @typedef {import("./requirements.mjs").Found} Found */
/** @typedef {import("./requirements.mjs").Missing} Missing */
/** @typedef {import("./requirements.mjs").Environment} Environment */
/** @typedef {import("./package-managers.mjs").Manager} Manager */

/**
 * @typedef {object} Machine
 * @property {Manager | undefined} manager
 * @property {boolean} sudo Whether the package manager needs rights that this user has not.
 * @property {string | undefined} java The package of a Java that will do, where the usual one is not known.
 */

/** @type {Readonly<Record<Tool, string>>} */
export const toolNames = {
  java: `Java ${oldestJava} or newer`,
  maven: "Maven",
  chromium: "Chromium",
  nginx: "nginx",
};

/** @type {Readonly<Record<Tool, string>>} */
const setting = { java: "JAVA_HOME", maven: "PATH", chromium: "CHROMIUM_PATH", nginx: "NGINX_PATH" };

/**
 * @param {Environment} environment
 * @returns {Machine}
 */
export function thisMachine(environment) {
  const osRelease = existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "";
  const manager = managerOf(process.platform, osRelease);
  return {
    manager,
    sudo: manager?.asRoot === true && process.getuid?.() !== 0,
    java: manager?.name === "apt-get" ? debianJavaHere(environment) : undefined,
  };
}

/**
 * The newest answer of this machine's own lists, which are those of the last `apt-get update`.
 *
 * @param {Environment} environment
 */
export function debianJavaHere(environment) {
  return debianJava(run("apt-cache", ["pkgnames", "openjdk-"], environment) ?? "", oldestJava);
}

/**
 * The line to type that brings the tools.
 *
 * @param {Machine} machine
 * @param {readonly Tool[]} tools
 */
export function remedyLine({ manager, sudo, java }, tools) {
  if (manager !== undefined) return lineToType(manager, tools, { sudo, java });
  return `install ${tools.map((tool) => toolNames[tool]).join(", ")} by hand; ${tools.map((tool) => setting[tool]).join(", ")} tells where`;
}

/**
 * What a person reads of one missing tool, with the way out, on one line.
 *
 * @param {Machine} machine
 * @param {Tool} tool
 * @param {Missing} missing
 */
export function missingLine(machine, tool, missing) {
  return `${toolNames[tool]}: ${missing.why}. ${missing.remedy ?? `To bring it: ${remedyLine(machine, [tool])}`}`;
}

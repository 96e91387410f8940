/**
 * `npm run doctor`: what is there, what is missing, and the line that mends it. Changes nothing and asks nobody.
 *
 * Ends with status 0 where nothing is missing, 3 where only the tests lack something, 1 where `npm start` does. Plain
 * JavaScript without a dependency, since it must run before anything is installed.
 */
import { existsSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import { isOldNode, nodeFloor, packagesFault, root } from "../../apps/demo/launch/needs.mjs";
import { consoleInputsHash, wholeBuild } from "../../apps/demo/launch/whole-build.mjs";
import { defaultJarCache, jarFolder } from "../broker/jar-folder.mjs";
import { missingLine, thisMachine, toolNames } from "./remedy.mjs";
import { lookAround, run } from "./requirements.mjs";
import { summary } from "./summary.mjs";

/** @typedef {import("./summary.mjs").Finding} Finding */

const defaultPort = 3000;
/** The packages, a build and the demo's logs take about this much. */
const diskBytesNeeded = 2e9;

/** @returns {Finding} */
function node() {
  const version = process.versions.node;
  const floor = nodeFloor();
  return isOldNode(version, floor)
    ? {
        kind: "start",
        text: `Node ${floor} or newer: this is ${version}. To bring it: nvm install ${floor.split(".")[0]}`,
      }
    : { kind: "there", text: `Node ${version} (${floor} or newer)` };
}

/** @returns {Finding} */
function npm() {
  const version =
    /^npm\/(\S+)/.exec(process.env["npm_config_user_agent"] ?? "")?.[1] ??
    run("npm", ["--version"], process.env)?.trim();
  return version === undefined
    ? { kind: "start", text: 'npm: "npm" cannot be run. It comes with Node: install Node anew' }
    : { kind: "there", text: `npm ${version}` };
}

/** @returns {Finding} */
function packages() {
  const fault = packagesFault();
  return fault === undefined
    ? { kind: "there", text: "the packages of package-lock.json" }
    : { kind: "start", text: fault };
}

/** @returns {Finding} */
function disk() {
  const { bavail, bsize } = statfsSync(root);
  const free = `${((Number(bavail) * Number(bsize)) / 1e9).toFixed(1)} GB of free disk`;
  return bavail * bsize < diskBytesNeeded
    ? {
        kind: "start",
        text: `${free}, and ${diskBytesNeeded / 1e9} GB are needed. To free some: npm cache clean --force`,
      }
    : { kind: "there", text: `${free} (${diskBytesNeeded / 1e9} GB or more)` };
}

/** @returns {Finding} */
function build() {
  return wholeBuild(root, consoleInputsHash(root)) === undefined
    ? { kind: "note", text: "the console is not built from these sources yet: npm start does it, once" }
    : { kind: "there", text: "the console, built from these sources" };
}

/** @returns {Promise<Finding>} */
function port() {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () =>
      resolve({
        kind: "note",
        text: `port ${defaultPort} is taken: npm start takes the next free one, or yours: npm start -- --port 4000`,
      }),
    );
    server.listen({ port: defaultPort, host: "127.0.0.1", exclusive: true }, () =>
      server.close(() => resolve({ kind: "there", text: `port ${defaultPort}, free` })),
    );
  });
}

/** @returns {Finding[]} */
function tools() {
  const machine = thisMachine(process.env);
  return [...lookAround(process.env)].map(([tool, state]) =>
    state.kind === "found"
      ? {
          kind: "there",
          text: `${toolNames[tool]}: ${state.path}${state.version ? ` (${state.version})` : ""}`,
        }
      : { kind: "tests", text: missingLine(machine, tool, state) },
  );
}

/** @returns {Finding} */
function jars() {
  return existsSync(jarFolder(defaultJarCache))
    ? { kind: "there", text: "Apache Kafka's jars for the tests" }
    : { kind: "tests", text: "Apache Kafka's jars for the tests are not fetched yet: npm run setup" };
}

const { lines, status } = summary([
  node(),
  npm(),
  packages(),
  disk(),
  build(),
  await port(),
  ...tools(),
  jars(),
]);
console.log(lines.join("\n"));
process.exitCode = status;

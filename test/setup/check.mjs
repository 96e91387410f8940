/**
 * Runs before `npm test`: ends with status 3 and a line for each thing that the tests need and this machine lacks,
 * before anything has been built or started.
 */
import { packagesFault } from "../../apps/demo/launch/needs.mjs";
import { missingLine, thisMachine } from "./remedy.mjs";
import { lookAround } from "./requirements.mjs";

const found = lookAround(process.env);
const machine = thisMachine(process.env);
const lines = [...found].flatMap(([tool, state]) =>
  state.kind === "missing" ? [missingLine(machine, tool, state)] : [],
);
const packages = packagesFault();
if (packages !== undefined) lines.unshift(packages);
if (lines.length > 0) {
  console.error(`The tests need what is not here:\n${lines.map((line) => `  ${line}`).join("\n")}`);
  console.error("npm run setup brings what it can; npm run doctor shows the whole of it.");
  process.exitCode = 3;
}

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { apps } from "../apps.ts";
import { parseScenario, type Scenario } from "./scenario.ts";

const folder = fileURLToPath(new URL("../../incidents/", import.meta.url));

/**
 * The incidents of the demo, by name, each read and checked.
 *
 * @throws {StoatFlowError} `configuration`, for the first file that is wrong.
 */
export function scenarios(): Scenario[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => parseScenario(basename(file, ".json"), readFileSync(join(folder, file), "utf8"), apps));
}

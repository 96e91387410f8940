import { accessSync, constants, mkdirSync } from "node:fs";
import path from "node:path";
import { StartError } from "./start-error.ts";

/**
 * Makes the console's data folder where it is not there yet. It is looked at when the console starts, so that a mount
 * that is missing or read-only is told then, and not by the first thing that could not be kept.
 *
 * @throws StartError with exit status 1 where it can't be made or written.
 */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unwritable";
    throw new StartError(
      1,
      `the data folder is "${folder}": it can't be written (${code}); give --data a folder that the console may write to`,
      { cause },
    );
  }
}

/** The file of the console's database; without a folder it is in memory, and ends with the process. */
export function databaseFileIn(folder: string | undefined): string {
  return folder === undefined ? ":memory:" : path.join(folder, "console.db");
}

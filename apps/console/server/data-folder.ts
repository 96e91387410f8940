import { accessSync, closeSync, constants, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { holdAlone } from "@stoatflow/api";
import { StartError } from "./start-error.ts";

/**
 * Makes the console's data folder where it is not there yet, and takes it for this process alone. It is looked at when
 * the console starts, so that a mount that is missing or read-only is told then, and not by the first thing that could
 * not be kept.
 *
 * Keys and values of records come to lie there, so what is made is for the console's own user alone. What was there
 * keeps the rights that it was given.
 *
 * @returns the file of the console's database.
 * @throws StartError with exit status 1 where it can't be made or written, or another console has it.
 * @example const database = await openDatabase(openDataFolder("/var/lib/stoatflow"));
 */
export function openDataFolder(folder: string): string {
  trying(folder, "it can't be written", () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  });
  const lock = privateFile(folder, "console.lock");
  const isAlone = trying(folder, "console.lock in it can't be locked", () => holdAlone(lock));
  if (!isAlone)
    throw new StartError(
      1,
      `the data folder is "${folder}": another console is running on it; end that one, or give --data a folder of its own`,
    );
  return privateFile(folder, "console.db");
}

function privateFile(folder: string, name: string): string {
  const file = path.join(folder, name);
  trying(folder, `${name} in it can't be written`, () => closeSync(openSync(file, "a+", 0o600)));
  return file;
}

function trying<T>(folder: string, fault: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause && cause.code !== "" ? cause.code : "unwritable";
    throw new StartError(
      1,
      `the data folder is "${folder}": ${fault} (${code}); give --data a folder that the console may write to`,
      { cause },
    );
  }
}

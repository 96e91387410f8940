/**
 * Conformance cases: facts about what an engine must put out, as data. Our own lie in `cases/`; a larger set is read
 * where it is at hand: in the folder that `STOATFLOW_SHARED` names, else in `shared` beside the checkout.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The fields that every case has; the others hang on its kind. */
export interface Case {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  /** Why a sound engine may differ. */
  readonly optional?: string;
  readonly [field: string]: unknown;
}

/** An int64: a number, or decimal text where a number would not be exact. */
export type Int64 = number | string;

const ownFolder = fileURLToPath(new URL("cases/", import.meta.url));
const sharedRoot =
  process.env["STOATFLOW_SHARED"] ?? fileURLToPath(new URL("../../../shared", import.meta.url));
const sharedFolder = join(sharedRoot, "conformance");

export const ownCases: readonly Case[] = read(ownFolder);

/** Empty where the larger set is not at hand. */
export const sharedCases: readonly Case[] = existsSync(sharedFolder) ? read(sharedFolder) : [];

function read(folder: string): Case[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.sort().flatMap((name) => {
    const file: { readonly format: string; readonly cases: Case[] } = JSON.parse(
      readFileSync(join(folder, name), "utf8"),
    );
    if (file.format !== "conformance/1") throw new Error(`${join(folder, name)} has format ${file.format}`);
    return file.cases;
  });
}

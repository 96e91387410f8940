import { entryKey } from "../entry-key.ts";
import type { LedgerEntry, ViolationEntry } from "../wire/index.ts";
import type { Acknowledgements } from "./acknowledgements.ts";

/** The violations of an app, each with who has looked at it. @throws {ApiError} `storage` */
export async function withAcknowledgements(
  acknowledgements: Acknowledgements,
  appId: string,
  violations: readonly ViolationEntry[],
): Promise<LedgerEntry[]> {
  const found = await acknowledgements.of(appId, violations);
  return violations.map((violation) => ({
    ...violation,
    acknowledgement: found.get(entryKey(violation)) ?? null,
  }));
}

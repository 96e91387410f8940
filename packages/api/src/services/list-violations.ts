import type { PageRequest } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import { violationKey } from "../violations/acknowledgements.ts";
import type { LedgerPage } from "../wire/index.ts";

/** A page of the ledger, each violation with who has looked at it. */
export async function listViolations(
  { collectors, acknowledgements }: ApiContext,
  appId: string,
  page: PageRequest,
): Promise<LedgerPage> {
  const { items, ...rest } = await collectors.get(appId).violations(page);
  const found = await acknowledgements.of(appId, items);
  return {
    ...rest,
    items: items.map((violation) => ({
      ...violation,
      acknowledgement: found.get(violationKey(violation)) ?? null,
    })),
  };
}

import type { LedgerEntry, ViolationRef } from "@stoatflow/api";

/** Where the ledger is read from. */
export const ledgerSources = ["collector", "history"] as const;

export interface LedgerGroup {
  readonly kind: "unacknowledged-bugs" | "acknowledged-bugs" | "expected";
  readonly entries: readonly LedgerEntry[];
}

/** A page of the ledger with what asks for somebody on top: bugs that nobody has looked at. Empty groups are left out. */
export function ledgerGroups(entries: readonly LedgerEntry[]): readonly LedgerGroup[] {
  const kinds = ["unacknowledged-bugs", "acknowledged-bugs", "expected"] as const;
  return kinds
    .map((kind) => ({ kind, entries: entries.filter((entry) => kindOf(entry) === kind) }))
    .filter((group) => group.entries.length > 0);
}

function kindOf(entry: LedgerEntry): LedgerGroup["kind"] {
  if (entry.class === "expected") return "expected";
  return entry.acknowledgement === null ? "unacknowledged-bugs" : "acknowledged-bugs";
}

/** What names a violation in an address. */
export function refText({ bootId, id }: ViolationRef): string {
  return `${bootId}-${id}`;
}

/** The violation that an address names; `undefined`: it names none. */
export function parseRef(text: string): ViolationRef | undefined {
  const match = /^(.{1,64})-(\d{1,19})$/.exec(text);
  return match?.[1] === undefined || match[2] === undefined ? undefined : { bootId: match[1], id: match[2] };
}

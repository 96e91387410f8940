import { type DropReason, dropReason } from "@stoatflow/engine/wire";
import { formatCount } from "../../lib/format/integer.ts";
import { unbroken } from "../../lib/format/unbroken.ts";

/** Why records were dropped, as it stands behind their number. */
export const dropReasonWords: Readonly<Record<DropReason, string>> = {
  late: "late",
  undecodable: "undecodable",
  nullKey: "without a key",
  nullValue: "without a value",
  invalidTimestamp: "without a valid time stamp",
  operatorError: "by an operator's error",
};

/**
 * The records that were dropped for another reason than being late, by reason.
 *
 * @example "Dropped for another reason: 2 without a key, 3 undecodable."
 */
export function droppedOtherwise(dropped: Readonly<Record<DropReason, number>>): string {
  const told = dropReason.options
    .filter((reason) => reason !== "late" && dropped[reason] > 0)
    .map((reason) => unbroken(`${formatCount(dropped[reason])} ${dropReasonWords[reason]}`));
  return told.length === 0
    ? "Nothing was dropped for another reason."
    : `Dropped for another reason: ${told.join(", ")}.`;
}

import type { Counterfactual } from "@stoatflow/api";
import { formatDuration } from "../../lib/format/duration.ts";
import { partitionName } from "../../live/append-tick.ts";

/** What would be if a partition were idle, as the two cells beside its name. */
export interface WhatIf {
  readonly name: string;
  /** How much further event time would be. */
  readonly gain: string;
  /** Who would hold it back then. */
  readonly heldBy: string;
}

/**
 * The counterfactuals as rows. Of the first the gain is what its trouble costs; of the others it is nothing, and that is
 * worth a row: they are not to blame.
 */
export function whatIfs(all: readonly Counterfactual[]): readonly WhatIf[] {
  return all.map((one) => ({ name: partitionName(one), gain: gainOf(one), heldBy: thenOf(one) }));
}

function gainOf({ watermarkMs, gainMs }: Counterfactual): string {
  if (watermarkMs === null) return "no watermark still";
  if (gainMs === null) return "there would be one";
  return gainMs === 0 ? "no further" : `${formatDuration(gainMs)} further`;
}

function thenOf({ thenHeldBy }: Counterfactual): string {
  return thenHeldBy === null ? "nobody" : partitionName(thenHeldBy);
}

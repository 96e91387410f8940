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

/** A row for each partition that event time waits for, the one to blame first. */
export function whatIfs(all: readonly Counterfactual[]): readonly WhatIf[] {
  return all
    .filter(frees)
    .map((one) => ({ name: partitionName(one), gain: gainOf(one), heldBy: thenOf(one) }));
}

/**
 * What is said of the partitions without which event time would be no further: they are not to blame, or, where the first
 * is among them, it is not to blame alone. `undefined`: there is none.
 *
 * @example "Without orders-1 or orders-0 it would be no further."
 */
export function noGainWords(all: readonly Counterfactual[]): string | undefined {
  const none = all.filter((one) => !frees(one));
  const [first] = all;
  if (first !== undefined && none[0] === first && first.thenHeldBy !== null)
    return `No partition holds it back alone: without ${partitionName(first)}, ${partitionName(first.thenHeldBy)} still holds it where it is.`;
  const [last, ...before] = none.map(partitionName).toReversed();
  if (last === undefined) return undefined;
  const names = before.length === 0 ? last : `${before.toReversed().join(", ")} or ${last}`;
  return `Without ${names} it would be no further.`;
}

function frees({ gainMs }: Counterfactual): boolean {
  return gainMs !== 0;
}

function gainOf({ watermarkMs, gainMs }: Counterfactual): string {
  if (watermarkMs === null) return "no watermark still";
  if (gainMs === null) return "there would be one";
  return `${formatDuration(gainMs)} further`;
}

function thenOf({ thenHeldBy }: Counterfactual): string {
  return thenHeldBy === null ? "nobody" : partitionName(thenHeldBy);
}

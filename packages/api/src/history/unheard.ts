/**
 * What a tick of an app of several instances repeats of one that fell silent: pure.
 *
 * The app goes on with what that one told last, so that nobody runs past what nobody works on. In history it would be
 * made up: it is as unknown as in a gap.
 */
import { partitionId } from "@stoatflow/engine/wire";
import type { ReceivedTick } from "../collector/summary.ts";
import { gapAbove, gapAboveMostMs } from "./gap-above.ts";

export interface Unheard {
  readonly instances: ReadonlySet<string>;
  /** Those that nobody else names. */
  readonly partitions: ReadonlySet<string>;
}

export const nothingUnheard: Unheard = { instances: new Set(), partitions: new Set() };

/** @param told by the instances, of which the tick is made. */
export function unheardOf(
  { receivedAtMs }: ReceivedTick,
  told: readonly { readonly tick: ReceivedTick }[],
): Unheard {
  const isSilent = ({ tick }: { readonly tick: ReceivedTick }) =>
    receivedAtMs - tick.receivedAtMs > gapAbove(tick.snapshot.status.tickIntervalMs);
  if (!told.some(isSilent)) return nothingUnheard;
  const silent = told.filter(isSilent);
  const partitions = new Set(silent.flatMap(partitionsOf));
  for (const one of told) if (!isSilent(one)) for (const id of partitionsOf(one)) partitions.delete(id);
  return { instances: new Set(silent.map(({ tick }) => tick.snapshot.instanceId)), partitions };
}

/** How far from such a tick the next one may be: the quickest instance that is heard of is due first. */
export function gapAboveOf(told: readonly { readonly tick: ReceivedTick }[], { instances }: Unheard): number {
  const heard = told
    .map(({ tick }) => tick.snapshot)
    .filter(({ instanceId }) => !instances.has(instanceId))
    .map(({ status }) => gapAbove(status.tickIntervalMs));
  return Math.min(gapAboveMostMs, ...heard);
}

function partitionsOf({ tick }: { readonly tick: ReceivedTick }): readonly string[] {
  return tick.snapshot.watermarks.partitions.map(partitionId);
}

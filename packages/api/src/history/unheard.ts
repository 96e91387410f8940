/**
 * What a tick of an app of several instances repeats of one that fell silent: pure.
 *
 * The app goes on with what that one told last, so that nobody runs past what nobody works on. In history it would be
 * made up: it is as unknown as in a gap.
 */
import { partitionId } from "@stoatflow/engine/wire";
import type { ReceivedTick } from "../collector/summary.ts";
import { gapAboveMs } from "./fold.ts";

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
    receivedAtMs - tick.receivedAtMs > Math.max(gapAboveMs, 2 * (tick.snapshot.status.tickIntervalMs ?? 0));
  if (!told.some(isSilent)) return nothingUnheard;
  const silent = told.filter(isSilent);
  const partitions = new Set(silent.flatMap(partitionsOf));
  for (const one of told) if (!isSilent(one)) for (const id of partitionsOf(one)) partitions.delete(id);
  return { instances: new Set(silent.map(({ tick }) => tick.snapshot.instanceId)), partitions };
}

function partitionsOf({ tick }: { readonly tick: ReceivedTick }): readonly string[] {
  return tick.snapshot.watermarks.partitions.map(partitionId);
}

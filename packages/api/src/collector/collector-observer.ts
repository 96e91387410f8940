import type { ControlAnswer, Hold, LateDrop, PauseRequest, Violation } from "@stoatflow/engine/wire";
import type { OfBoot } from "./entry-collector.ts";
import type { Claimant } from "./merge/claims.ts";
import type { ReceivedTick } from "./summary.ts";

/** Entries of one list of an app, with the boot that they are of. */
export type CollectedEntries =
  | { readonly kind: "late-drop"; readonly items: readonly OfBoot<LateDrop>[] }
  | { readonly kind: "hold"; readonly items: readonly OfBoot<Hold>[] }
  | { readonly kind: "violation"; readonly items: readonly OfBoot<Violation>[] };

/** An instance of an app that has told something, and whether it holds partitions. */
export interface ToldInstance extends Claimant {
  readonly isWorking: boolean;
}

/** A pause or resume that an instance has carried out. */
export interface CarriedOut {
  /** As it was heard of when it was called. */
  readonly instance: { readonly url: string; readonly tick: ReceivedTick | undefined };
  /** By the app's instances until then. */
  readonly told: readonly ToldInstance[];
  readonly verb: "pause" | "resume";
  readonly request: PauseRequest;
  readonly answer: ControlAnswer;
}

/**
 * Who is told of all that is collected, beside the readers; plugged in by whoever makes the collectors. It is called in
 * the collector's own turn, and thus neither waits nor throws.
 */
export interface CollectorObserver {
  /**
   * A tick that is newer than the one before.
   *
   * @param told by the instances, of which the tick is made. Left out: by one, that very tick.
   */
  tick(appId: string, tick: ReceivedTick, told?: readonly ToldInstance[]): void;
  /** What an app's list has brought, oldest first. A collector that starts anew brings what the app still holds again. */
  entries(appId: string, entries: CollectedEntries): void;
  /** An instance of the app has answered a call; the next tick tells it too. */
  controlled?(appId: string, call: CarriedOut): void;
}

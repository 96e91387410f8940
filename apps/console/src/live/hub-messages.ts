/** What a tab and the hub that has the stream say to each other. All of it can be cloned. */
import type { LiveAppState, LiveEvent, LiveState } from "@stoatflow/api/wire";
import type { StreamState } from "./stream-state.ts";

/** What a tab shows. */
export interface Wants {
  /** The rows of all apps. */
  readonly list: boolean;
  /** The ids of the apps of which it shows everything. */
  readonly apps: readonly string[];
  readonly isVisible: boolean;
}

export type TabMessage =
  /** Said again and again: it is alive. `hasNothing`: it has to be told whole whatever there is. */
  | { readonly kind: "wants"; readonly tabId: string; readonly wants: Wants; readonly hasNothing: boolean }
  | { readonly kind: "leaves"; readonly tabId: string };

/** The list or an app as the hub has it, and when it came, by the clock of this machine. */
export interface Held<Value> {
  readonly value: Value;
  readonly arrivedAtMs: number;
}

export type HubMessage =
  /** A hub has begun: who does not know it is to say what it wants. */
  | { readonly kind: "begins" }
  /** The answer to each message of a tab: the hub is alive. */
  | { readonly kind: "heard"; readonly stream: StreamState }
  | { readonly kind: "stream"; readonly stream: StreamState }
  /** Parts of what the tab wants, whole. */
  | {
      readonly kind: "whole";
      readonly list: Held<NonNullable<LiveState["list"]>> | undefined;
      readonly apps: readonly (readonly [appId: string, app: Held<LiveAppState>])[];
    }
  /** What came for a part of which the tab has the one before. */
  | { readonly kind: "event"; readonly event: LiveEvent; readonly arrivedAtMs: number };

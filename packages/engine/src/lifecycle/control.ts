/**
 * Pause and resume: who may, why it is so, and what became of it.
 *
 * Owns the pause reasons and the generation, which grows with each call that was carried out, so that a stale click
 * is refused with what changed. Owned by the engine.
 */
import type { Cancel, Clock } from "../clock.ts";
import { PauseReasons } from "../ingest/pause-reasons.ts";
import type { PauseRequest, ResumeRequest } from "../wire/index.ts";
import { type LifecycleState, nextLifecycle } from "./engine-state.ts";

export type ControlOutcome =
  | { readonly kind: "done" }
  | { readonly kind: "unchanged" }
  | {
      readonly kind: "refused";
      readonly code: "stale-generation" | "not-allowed-now";
      readonly message: string;
    };

export interface ControlOptions {
  readonly clock: Clock;
  readonly state: () => LifecycleState;
  /** Carries it out, where the event is allowed in the present state. */
  readonly apply: (event: "pause" | "resume") => void;
}

export class Control {
  readonly reasons = new PauseReasons();
  readonly #options: ControlOptions;
  #generation = 0;
  #expiry: Cancel | undefined;

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  get generation(): number {
    return this.#generation;
  }

  pause(request: PauseRequest): ControlOutcome {
    const refused = this.#refusal("pause", request.expectedGeneration);
    if (refused !== undefined) return refused;
    if (this.reasons.any) return { kind: "unchanged" };
    const { clock } = this.#options;
    const nowMs = clock.nowMs();
    const { timeToLiveMs, actor, reason } = request;
    const expiresAtMs = timeToLiveMs === undefined ? null : nowMs + timeToLiveMs;
    this.reasons.add({ kind: "operator", actor, reason, sinceMs: nowMs, expiresAtMs });
    if (timeToLiveMs !== undefined) {
      this.#expiry = clock.after(timeToLiveMs, () => this.#end());
    }
    this.#carryOut("pause");
    return { kind: "done" };
  }

  resume(request: ResumeRequest): ControlOutcome {
    if (!this.reasons.any) {
      return this.#stale(request.expectedGeneration) ?? { kind: "unchanged" };
    }
    const refused = this.#refusal("resume", request.expectedGeneration);
    if (refused !== undefined) return refused;
    this.#end();
    return { kind: "done" };
  }

  /** The app ends: no pause outlives it. */
  end(): void {
    this.#expiry?.();
  }

  /** The partitions are another instance's, which is not paused: no pause outlives a take-over. */
  takenOver(): void {
    if (!this.reasons.any) return;
    this.reasons.remove("operator");
    this.#expiry?.();
    this.#generation += 1;
  }

  /** Takes the reason away. While state is read back that is all: the app then runs as soon as it is ready. */
  #end(): void {
    this.reasons.remove("operator");
    this.#expiry?.();
    this.#carryOut("resume");
  }

  #carryOut(event: "pause" | "resume"): void {
    this.#generation += 1;
    this.#options.apply(event);
  }

  #refusal(event: "pause" | "resume", expected: number | undefined): ControlOutcome | undefined {
    const stale = this.#stale(expected);
    if (stale !== undefined) return stale;
    const state = this.#options.state();
    if (event === "pause" && this.reasons.any) return undefined;
    if (nextLifecycle(state, event) !== undefined) return undefined;
    return {
      kind: "refused",
      code: "not-allowed-now",
      message: `the app is ${state}: it can't ${event} now`,
    };
  }

  #stale(expected: number | undefined): ControlOutcome | undefined {
    if (expected === undefined || expected === this.#generation) return undefined;
    const state = this.#options.state();
    return {
      kind: "refused",
      code: "stale-generation",
      message: `the app has moved on: generation ${this.#generation}, not ${expected}; it is ${state} now`,
    };
  }
}

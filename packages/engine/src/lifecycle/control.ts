/**
 * Pause and resume: who may, why it is so, and what became of it.
 *
 * Owns the pause reasons, the generation, which grows with each call that was carried out, and the newest changes, so
 * that a stale click is refused with what changed. Owned by the engine. Bounded by `controlChangesMax` (invariant 17).
 */
import type { Cancel, Clock } from "../clock.ts";
import { PauseReasons } from "../ingest/pause-reasons.ts";
import {
  type ControlChange,
  type ControlChanged,
  controlChangesMax,
  type PauseRequest,
  type ResumeRequest,
} from "../wire/index.ts";
import { type LifecycleState, nextLifecycle } from "./engine-state.ts";

export type ControlOutcome =
  | { readonly kind: "done" }
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly code: "not-allowed-now"; readonly message: string }
  | {
      readonly kind: "refused";
      readonly code: "stale-generation" | "stale-run";
      readonly message: string;
      readonly changed: ControlChanged;
    };

/** Who asks, and why; `undefined`: the engine does it by itself. */
type Asked = Pick<ResumeRequest, "actor" | "reason"> | undefined;

/** What of the app the caller saw. */
type Seen = Pick<ResumeRequest, "expectedGeneration" | "expectedBootId">;

export interface ControlOptions {
  readonly clock: Clock;
  /** The run that this is. */
  readonly bootId: string;
  readonly state: () => LifecycleState;
  /** Carries it out, where the event is allowed in the present state. */
  readonly apply: (event: "pause" | "resume") => void;
}

export class Control {
  readonly reasons = new PauseReasons();
  readonly #options: ControlOptions;
  /** Oldest first. */
  readonly #changes: ControlChange[] = [];
  #generation = 0;
  #expiry: Cancel | undefined;

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  get generation(): number {
    return this.#generation;
  }

  get lastChange(): ControlChange | undefined {
    return this.#changes.at(-1);
  }

  get changesKept(): number {
    return this.#changes.length;
  }

  pause(request: PauseRequest): ControlOutcome {
    const refused = this.#refusal("pause", request);
    if (refused !== undefined) return refused;
    if (this.reasons.any) return { kind: "unchanged" };
    const { clock } = this.#options;
    const nowMs = clock.nowMs();
    const { timeToLiveMs, actor, reason } = request;
    const expiresAtMs = timeToLiveMs === undefined ? null : nowMs + timeToLiveMs;
    this.reasons.add({ kind: "operator", actor, reason, sinceMs: nowMs, expiresAtMs });
    if (timeToLiveMs !== undefined) {
      this.#expiry = clock.after(timeToLiveMs, () => this.#end("expired", undefined));
    }
    this.#changed("paused", request);
    this.#options.apply("pause");
    return { kind: "done" };
  }

  resume(request: ResumeRequest): ControlOutcome {
    if (!this.reasons.any) {
      return this.#stale(request) ?? { kind: "unchanged" };
    }
    const refused = this.#refusal("resume", request);
    if (refused !== undefined) return refused;
    this.#end("resumed", request);
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
    this.#changed("taken-over", undefined);
  }

  /** Takes the reason away. While state is read back that is all: the app then runs as soon as it is ready. */
  #end(kind: "resumed" | "expired", asked: Asked): void {
    this.reasons.remove("operator");
    this.#expiry?.();
    this.#changed(kind, asked);
    this.#options.apply("resume");
  }

  #changed(kind: ControlChange["kind"], asked: Asked): void {
    this.#generation += 1;
    this.#changes.push({
      kind,
      generation: this.#generation,
      atMs: this.#options.clock.nowMs(),
      actor: asked?.actor ?? null,
      reason: asked?.reason ?? null,
    });
    if (this.#changes.length > controlChangesMax) this.#changes.shift();
  }

  #refusal(event: "pause" | "resume", seen: Seen): ControlOutcome | undefined {
    const stale = this.#stale(seen);
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

  /** Generations are compared within one run alone: each counts them anew. */
  #stale({ expectedBootId, expectedGeneration }: Seen): ControlOutcome | undefined {
    const { bootId } = this.#options;
    if (expectedBootId !== undefined && expectedBootId !== bootId) {
      const was = `the app was started again: this is run ${bootId}, not ${expectedBootId}`;
      return this.#staleAs("stale-run", was, 0);
    }
    if (expectedGeneration === undefined || expectedGeneration === this.#generation) return undefined;
    const was =
      expectedGeneration < this.#generation
        ? `the app has moved on: generation ${this.#generation}, not ${expectedGeneration}`
        : `the app has not come to generation ${expectedGeneration} since it was started: it is at ${this.#generation}`;
    return this.#staleAs("stale-generation", was, expectedGeneration);
  }

  #staleAs(code: "stale-generation" | "stale-run", was: string, seenGeneration: number): ControlOutcome {
    const state = this.#options.state();
    return {
      kind: "refused",
      code,
      message: `${was}; it is ${state} now`,
      changed: {
        generation: this.#generation,
        lifecycle: state,
        pauseReasons: this.reasons.list(),
        changes: this.#changes.filter(({ generation }) => generation > seenGeneration),
      },
    };
  }
}

/**
 * The commit barrier as a pure state machine. `barrier.ts` performs what it decides.
 *
 * ```
 *            fix                passed, something to commit        committed
 *   open ──────────▶ passing ─────────────────────────▶ committing ──────────▶ open (epoch + 1)
 *    ▲                  │                                   │
 *    │     passed,      │                                   │ not committed, or not known
 *    ├── nothing to ◀───┘                                   ▼
 *    │     commit                                       recovering
 *    │                                                      │
 *    └── restarted, behind what the broker has ◀────────────┘
 * ```
 * `restarted` leads to `open` from everywhere: the start, a rollback, an assignment that changed. One epoch is under
 * way at a time: nothing is dispatched between `fix` and the return to `open`, so what was dispatched before the
 * barrier is the contiguous prefix below the positions that it commits (invariants 4 and 5).
 */
import { unreachable } from "../assert.ts";

export type BarrierState =
  | { readonly kind: "open"; readonly epoch: number; readonly openedAtMs: number }
  | { readonly kind: "passing"; readonly epoch: number; readonly fixedAtMs: number }
  | {
      readonly kind: "committing";
      readonly epoch: number;
      readonly fixedAtMs: number;
      readonly passedAtMs: number;
    }
  | { readonly kind: "recovering"; readonly epoch: number; readonly sinceMs: number };

export type BarrierEvent =
  | { readonly kind: "fix"; readonly nowMs: number }
  | { readonly kind: "passed"; readonly nowMs: number; readonly anythingToCommit: boolean }
  | { readonly kind: "committed"; readonly nowMs: number }
  | { readonly kind: "not-committed"; readonly nowMs: number }
  /** Work goes on behind `epoch`, the newest that the broker has. */
  | { readonly kind: "restarted"; readonly nowMs: number; readonly epoch: number };

/** What is to be done on the way to the next state. */
export type BarrierEffect = "send-barrier" | "commit" | "publish" | "recover";

export interface BarrierStep {
  readonly state: BarrierState;
  readonly effects: readonly BarrierEffect[];
}

/** The step that `event` makes of `state`, or `undefined` where it means nothing there (a late answer). */
export function step(state: BarrierState, event: BarrierEvent): BarrierStep | undefined {
  const { epoch } = state;
  switch (event.kind) {
    case "fix":
      if (state.kind !== "open") return undefined;
      return { state: { kind: "passing", epoch, fixedAtMs: event.nowMs }, effects: ["send-barrier"] };
    case "passed":
      if (state.kind !== "passing") return undefined;
      if (!event.anythingToCommit) return { state: open(epoch, event.nowMs), effects: [] };
      return {
        state: { kind: "committing", epoch, fixedAtMs: state.fixedAtMs, passedAtMs: event.nowMs },
        effects: ["commit"],
      };
    case "committed":
      if (state.kind !== "committing") return undefined;
      return { state: open(epoch + 1, event.nowMs), effects: ["publish"] };
    case "not-committed":
      if (state.kind !== "committing") return undefined;
      return { state: { kind: "recovering", epoch, sinceMs: event.nowMs }, effects: ["recover"] };
    case "restarted":
      return { state: open(event.epoch + 1, event.nowMs), effects: [] };
    default:
      return unreachable(event);
  }
}

function open(epoch: number, openedAtMs: number): BarrierState {
  return { kind: "open", epoch, openedAtMs };
}

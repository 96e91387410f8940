import { describe, expect, it } from "vitest";
import { type BarrierEvent, type BarrierState, step } from "./barrier-state.ts";

const states: Record<BarrierState["kind"], BarrierState> = {
  open: { kind: "open", epoch: 7, openedAtMs: 1 },
  passing: { kind: "passing", epoch: 7, fixedAtMs: 2 },
  committing: { kind: "committing", epoch: 7, fixedAtMs: 2, passedAtMs: 3 },
  recovering: { kind: "recovering", epoch: 7, sinceMs: 4 },
};

type Named = "fix" | "passed-with-work" | "passed-without" | "committed" | "not-committed" | "restarted";

const events: Record<Named, BarrierEvent> = {
  fix: { kind: "fix", nowMs: 10 },
  "passed-with-work": { kind: "passed", nowMs: 10, anythingToCommit: true },
  "passed-without": { kind: "passed", nowMs: 10, anythingToCommit: false },
  committed: { kind: "committed", nowMs: 10 },
  "not-committed": { kind: "not-committed", nowMs: 10 },
  restarted: { kind: "restarted", nowMs: 10, epoch: 4 },
};

const restarted = "open 5: ";

/** `state epoch: effects`, or "-" where the event means nothing. */
const table: Record<BarrierState["kind"], Record<Named, string>> = {
  open: {
    fix: "passing 7: send-barrier",
    "passed-with-work": "-",
    "passed-without": "-",
    committed: "-",
    "not-committed": "-",
    restarted,
  },
  passing: {
    fix: "-",
    "passed-with-work": "committing 7: commit",
    "passed-without": "open 7: ",
    committed: "-",
    "not-committed": "-",
    restarted,
  },
  committing: {
    fix: "-",
    "passed-with-work": "-",
    "passed-without": "-",
    committed: "open 8: publish",
    "not-committed": "recovering 7: recover",
    restarted,
  },
  recovering: {
    fix: "-",
    "passed-with-work": "-",
    "passed-without": "-",
    committed: "-",
    "not-committed": "-",
    restarted,
  },
};

describe("the barrier", () => {
  const pairs = Object.entries(table).flatMap(([state, row]) =>
    Object.entries(row).map(([event, next]) => [state, event, next] as const),
  );
  it.each(pairs)("%s on %s: %s", (state, event, expected) => {
    const next = step(states[state as BarrierState["kind"]], events[event as Named]);
    const shown = next === undefined ? "-" : `${next.state.kind} ${next.state.epoch}: ${next.effects.join()}`;
    expect(shown).toBe(expected);
  });
});

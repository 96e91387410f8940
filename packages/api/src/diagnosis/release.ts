/** What lets event time go on, and when if that can be known: pure, from the evidence. */
import type { Evidence, IdlenessFact, Release } from "../wire/diagnosis.ts";
import { drainEstimate, isWithinASecond } from "./catch-up.ts";
import type { LagMove, Unknown } from "./rates.ts";

type When = Release["when"];
type WhyNot = Extract<When, { readonly kind: "not-known" }>["why"];

const notKnown = (why: WhyNot): When => ({ kind: "not-known", why });

/** @param move how the lag of the holder went. */
export function releaseOf(evidence: Evidence, move: LagMove | Unknown): Release {
  switch (evidence.reason) {
    case "backlog":
      return { by: ["dispatch"], when: drained(move) };
    case "waiting-for-data":
      return { by: ["data"], when: notKnown("depends-on-the-broker") };
    case "open-transaction":
      return { by: ["end-of-transaction"], when: notKnown("depends-on-a-producer") };
    case "never-read":
    case "caught-up":
      return { by: byIdleness("new-record", evidence.idleness), when: whenIdle(evidence.idleness) };
    case "held":
      return { by: byIdleness("older-heads", evidence.idleness), when: whenIdle(evidence.idleness) };
    case "aligned":
      return { by: ["alignment-group"], when: notKnown("depends-on-the-group") };
    case "lane-full":
      return { by: ["lane"], when: notKnown("depends-on-an-operator") };
    case "slow-commit":
      return { by: ["commit"], when: notKnown("depends-on-the-broker") };
    case "paused":
      return resumed(evidence.pauseReasons);
  }
}

function drained(move: LagMove | Unknown): When {
  if ("kind" in move) return move;
  return isWithinASecond(move.lag, move) ? { kind: "keeping-pace", basis: move.basis } : drainEstimate(move);
}

function byIdleness(first: "new-record" | "older-heads", { kind }: IdlenessFact): Release["by"] {
  return kind === "off" ? [first] : [first, "idleness"];
}

function whenIdle(idleness: IdlenessFact): When {
  switch (idleness.kind) {
    case "running":
      return { kind: "at-the-latest", atMs: idleness.idleAtMs, by: "idleness" };
    case "standing-still":
      return notKnown("idleness-stands-still");
    case "off":
      return notKnown("idleness-is-off");
    case "not-told":
      return notKnown("the-app-does-not-tell");
  }
}

/** The app runs again when its last reason is gone, so by itself only where each of them has an end. */
function resumed(reasons: Extract<Evidence, { readonly reason: "paused" }>["pauseReasons"]): Release {
  const ends = reasons.flatMap(({ expiresAtMs }) => expiresAtMs ?? []);
  if (ends.length === 0 || ends.length < reasons.length)
    return { by: ["resume"], when: notKnown("depends-on-a-person") };
  return {
    by: ["resume", "auto-resume"],
    when: { kind: "at-the-latest", atMs: Math.max(...ends), by: "auto-resume" },
  };
}

import type { LagRate } from "@stoatflow/api";
import type { Lifecycle } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { wellApp } from "../../../test/fake/well-app.ts";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { defaultTimes } from "../../lib/format/times.ts";
import { effectsOfSeveral, type Known, pauseClock, pauseEffects, resumeEffects } from "./effects.ts";
import { endings } from "./endings.ts";
import { missingIn } from "./missing.ts";
import { isProduction, namesToType } from "./production.ts";
import { answerOf, severalOf, sumUp } from "./several.ts";

const atMs = 1_790_000_000_000;
const basis = { fromMs: atMs - 60_000, toMs: atMs, overMs: 60_000 };
const measured: LagRate = {
  kind: "measured",
  basis,
  drained: "-74400",
  dispatched: "0",
  arrived: "74400",
  drainedPerSecond: -1240,
  dispatchedPerSecond: 0,
  arrivedPerSecond: 1240,
};
const rates = { ...wellApp("", atMs).rates, lag: measured };
const orders = wellApp("orders", atMs, { lag: "12345", rates });
const known: Known = { summary: orders, freshness: { kind: "fresh", ageMs: 100 } };
const lines = (effects: ReturnType<typeof pauseEffects>) => effects.map(({ text }) => plainSpaces(text));
const warnings = (effects: ReturnType<typeof pauseEffects>) =>
  lines(effects.filter((effect) => effect.warns));

test("work that lasts is what a pause waits for, though no lane is full", () => {
  const pressure = { lanes: 8, fullLanes: 0, oldestAgeMs: 10_300, eventLoopDelayMs: 1, cause: null };
  expect(warnings(pauseEffects({ ...known, summary: wellApp("orders", atMs, { pressure }) }))).toEqual([
    "A record in its lanes has been in work for 10 s: the pause takes hold only once it is finished.",
  ]);
  // A long queue that moves is worked off first as well.
  const moving = wellApp("orders", atMs, { pressure: { ...pressure, inWorkMs: 900 } });
  expect(warnings(pauseEffects({ ...known, summary: moving }))).toEqual([
    "Its lanes hold records that have waited for 10 s: the pause takes hold only once they are finished.",
  ]);
});

test("first whether it is safe now, then by how much the lag grows, and that it stays in its group", () => {
  expect(warnings(pauseEffects(known))).toEqual([]);
  expect(lines(pauseEffects(known))).toEqual([
    "It is safe now: no lane is full and no commit is slow. What was dispatched is finished and committed first; nothing is lost or done twice.",
    "The lag, 12,345 now, grows by about 1,240 offsets a second until it resumes; its output stands still.",
    "It goes on polling, so it stays in its consumer group and keeps its partitions (KIP-834).",
    "Lateness is judged by event time, so the time that passes in a pause makes no record late: only what stands behind a head that gets held while its backlog is worked can be.",
    "A restart of the app ends the pause, and so does a take-over by another instance.",
  ]);
});

test("where a head is held it warns of the records behind it, which a long pause makes late", () => {
  const held = (heldHeads: number) =>
    warnings(pauseEffects({ ...known, summary: wellApp("orders", atMs, { heldHeads }) }));
  expect(held(0)).toEqual([]);
  expect(held(1)).toEqual([
    "A head is held now: event time goes on without what stands behind it, so after a pause that is longer than the grace of a window those records are late.",
  ]);
  expect(held(2)[0]).toContain("2 heads are held now: event time goes on without what stands behind them");
});

test("a rate that is not known is not made up", () => {
  const summary = wellApp("orders", atMs, { lag: "12345" });
  expect(lines(pauseEffects({ ...known, summary }))[1]).toBe(
    "The lag, 12,345 now, grows until it resumes, by how much a second is not known yet; its output stands still.",
  );
});

test("what keeps the pause from taking hold comes first: the full lane with its records", () => {
  const cause = {
    stage: 2,
    lane: 5,
    depth: 64,
    capacity: 64,
    oldestAgeMs: 4100,
    operator: "enrich",
    fullLanes: 1,
  };
  const pressure = { lanes: 8, fullLanes: 1, oldestAgeMs: 4100, eventLoopDelayMs: 1, cause };
  expect(warnings(pauseEffects({ ...known, summary: { ...orders, pressure } }))).toEqual([
    "Lane 5 is full: the pause takes hold only once its 64 records at enrich are finished, the oldest for 4.1 s.",
  ]);
  const heldBackBy = { topic: "orders", partition: 3, reason: "slow-commit" } as const;
  const slow = { ...orders, heldBackBy: { ...heldBackBy, commitSinceMs: atMs - 42_000 } };
  expect(warnings(pauseEffects({ ...known, summary: slow }))).toEqual([
    "A commit is under way for 42 s: the pause takes hold only once it ends.",
  ]);
});

test("an app that tells nothing, or that can't be reached, may not receive what is asked", () => {
  const stale: Known = { ...known, freshness: { kind: "stale", ageMs: 29_000 } };
  const warning = "No data for 29 s: it may not receive this, and what is said below was so then.";
  expect(lines(pauseEffects(stale))[0]).toBe(warning);
  expect(lines(resumeEffects(stale))[0]).toBe(warning);
  const connection = { kind: "unreachable", sinceMs: atMs, lastSeenMs: null, reason: "refused" } as const;
  const gone: Known = { ...known, summary: { ...orders, connection } };
  expect(lines(pauseEffects(gone))[0]).toBe(
    "It can't be reached (refused), so it may not receive this, and what is said below was so when it was last heard.",
  );
  const unheard: Known = { ...known, summary: { ...orders, connection, lifecycle: null } };
  expect(lines(pauseEffects(unheard))[0]).toBe("It can't be reached (refused), so it may not receive this.");
});

const reasonOf = (actor: string) =>
  ({ kind: "operator", actor, reason: "deploy", sinceMs: atMs, expiresAtMs: null }) as const;

test.each<[Lifecycle, string]>([
  [
    { kind: "paused", sinceMs: atMs },
    "It is paused already by ben (“deploy”): this changes neither that pause nor when it ends.",
  ],
  [
    { kind: "pausing", waitingFor: [] },
    "It is pausing already by ben (“deploy”): this changes neither that pause nor when it ends.",
  ],
  [{ kind: "stopping" }, "It is stopping: it takes no pause any more."],
  [{ kind: "stopped" }, "It has stopped: there is nothing left to pause."],
  [
    { kind: "failed", code: "fenced", message: "" },
    "It has failed (fenced): there is nothing left to pause.",
  ],
])("of an app that is $kind since the dialog was opened no pause is promised", (lifecycle, warning) => {
  const isPaused = lifecycle.kind === "paused" || lifecycle.kind === "pausing";
  const summary = { ...orders, lifecycle, pauseReasons: isPaused ? [reasonOf("ben")] : [] };
  expect(lines(pauseEffects({ ...known, summary }))).toEqual([warning]);
});

test("a pause of an app that is not ready yet takes hold once it is", () => {
  const summary: Known["summary"] = { ...orders, lifecycle: { kind: "starting" } };
  expect(warnings(pauseEffects({ ...known, summary }))).toEqual([
    "It is starting now: the pause takes hold once that is over.",
  ]);
});

test("when a pause ends is reckoned by no clock that stands still", () => {
  expect(pauseClock(known)).toBe(atMs);
  expect(pauseClock({ ...known, freshness: { kind: "stale", ageMs: 29_000 } })).toBeNull();
  expect(pauseClock({ ...known, freshness: { kind: "none" } })).toBeNull();
});

test("a resume says whose pause ends, and that one that drains has not come to rest", () => {
  const pauseReasons = [reasonOf("ana")];
  const lifecycle: Lifecycle = { kind: "pausing", waitingFor: [] };
  expect(lines(resumeEffects({ ...known, summary: { ...orders, lifecycle, pauseReasons } }))).toEqual([
    "It has not come to rest yet: this ends a pause that is still draining.",
    "ana paused it: “deploy”.",
    "It goes on where it stopped, without skipping or repeating anything. It has 12,345 offsets to catch up.",
  ]);
});

test("of several apps each warning has its name, and their lags are one sum", () => {
  const fraud = { ...known, summary: wellApp("fraud", atMs, { lag: "5" }) };
  const stock: Known = {
    ...known,
    summary: wellApp("stock", atMs, { lag: "0", rates }),
    freshness: { kind: "stale", ageMs: 29_000 },
  };
  const effects = effectsOfSeveral("pause", [known, fraud, stock]);
  expect(warnings(effects)).toEqual([
    "stock: No data for 29 s: it may not receive this, and what is said below was so then.",
  ]);
  expect(lines(effects)[1]).toBe(
    "Their lag, 12,350 now, grows by about 2,480 offsets a second (1 app not known) until it resumes; their output stands still.",
  );
});

test("a pause ends by itself in 30 minutes unless something else is chosen", () => {
  expect(endings[0]?.ms).toBe(1_800_000);
  expect(endings.filter(({ ms }) => ms === undefined)).toHaveLength(1);
});

test.each([
  "production",
  "prod",
  "PROD",
  "prod-eu",
  "eu-prod",
  "eu.production.1",
  "lebanon-prod",
  "canon-prod",
  "eu-prd",
  "prd",
  "LIVE",
  "live-eu",
])("%s is typed before anything is asked of it", (environment) => {
  expect(isProduction(environment)).toBe(true);
  expect(missingIn({ actor: "ana", reason: "r", typed: [] }, [environment])).toEqual([
    `“${environment}” typed to confirm`,
  ]);
  expect(missingIn({ actor: "ana", reason: "r", typed: [environment] }, [environment])).toEqual([]);
});

test.each([
  null,
  "staging",
  "products",
  "preprod",
  "pre-prod",
  "eu-pre-prod",
  "nonprod",
  "non-production",
  "non-live",
  "preprd",
  "olive",
  "delivery",
])("%s is no production", (environment) => {
  expect(isProduction(environment)).toBe(false);
});

test("each name of several apps is typed once", () => {
  const environments = ["production", "staging", "prod-eu", "production", null];
  expect(namesToType(environments.map((environment) => ({ environment })))).toEqual([
    "prod-eu",
    "production",
  ]);
});

test("blanks are no name and no reason", () => {
  expect(missingIn({ actor: " ", reason: "\t", typed: [] }, [])).toEqual(["your name", "the reason"]);
});

test("whom an action has nothing to do at is left alone; who can't be reached is asked and answered", () => {
  const paused = wellApp("paused", atMs, { lifecycle: { kind: "paused", sinceMs: atMs } });
  const connection = { kind: "unreachable", sinceMs: atMs, lastSeenMs: null, reason: "refused" } as const;
  const gone = wellApp("gone", atMs, { connection });
  const ids = (verb: "pause" | "resume") => {
    const { asked, left } = severalOf(verb, [orders, paused, gone]);
    return [asked.map(({ id }) => id), left.map(({ id }) => id)];
  };
  expect(ids("pause")).toEqual([["orders", "gone"], ["paused"]]);
  expect(ids("resume")).toEqual([["paused", "gone"], ["orders"]]);
});

test("what is not known for certain is never counted as undone, and what was done in part is named", () => {
  const lifecycle: Lifecycle = { kind: "pausing", waitingFor: [] };
  const answers = [
    answerOf("pause", { kind: "done", generation: 1, lifecycle, pauseReasons: [] }, defaultTimes),
    answerOf("pause", { kind: "unknown", reason: "no answer within 10 s" }, defaultTimes),
    answerOf("pause", { kind: "partly", reason: "2 of 3 did" }, defaultTimes),
    answerOf("pause", { kind: "unreachable", reason: "refused" }, defaultTimes),
  ];
  expect(answers.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    "done: Done: it is pausing",
    "may-be: It may have been done: no answer within 10 s",
    "may-be: Done in part: 2 of 3 did",
    "not-done: Not done: refused",
  ]);
  expect(plainSpaces(sumUp("pause", answers))).toBe(
    "1 of 4 apps is paused; 1 was not, of 2 it is not known for certain.",
  );
  expect(plainSpaces(sumUp("resume", answers.slice(0, 1)))).toBe("Done: 1 app resumed.");
});

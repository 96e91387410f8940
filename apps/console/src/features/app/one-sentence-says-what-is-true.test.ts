import type { ListedApp } from "@stoatflow/api";
import { type HeldBackBy, heldBackReason, type Lifecycle } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { wellApp } from "../../../test/fake/well-app.ts";
import { FakeEngine } from "../../../test/fake-engine.ts";
import { numberThatMayBreak, plainSpaces } from "../../../test/plain-spaces.ts";
import { defaultTimes } from "../../lib/format/times.ts";
import { verbFor } from "../control/verb.ts";
import { lastKnownOf } from "./last-known.ts";
import { isBehind } from "./pace.ts";
import { sentenceOf } from "./sentence.ts";
import { totalLag, vitalsOf } from "./vitals.ts";

const atMs = 1_790_000_000_000;

const behindBy = {
  globalWatermarkMs: atMs - 252_000,
  heldBackBy: { topic: "orders", partition: 3, reason: "waiting-for-data" },
  lag: "90210",
} as const;
const but = (more: Partial<ListedApp>): ListedApp => wellApp("orders", atMs, { ...behindBy, ...more });
const app = but({});

const calm = { topic: "orders", partition: 3, reason: "caught-up" } as const;
const drain = { lane: 5, operator: "enrich", records: 1, oldestAgeMs: 4100 };
const reason = {
  kind: "operator",
  actor: "ana\u202e",
  reason: "deploy",
  sinceMs: atMs,
  expiresAtMs: null,
} as const;
const becoming = (lifecycle: Lifecycle, more: Partial<ListedApp> = {}): ListedApp =>
  but({ lifecycle, ...more });

test.each<[string, ListedApp]>([
  ["orders is 4 min 12 s behind: orders-3 waits for data that the broker already has.", app],
  [
    "orders keeps up: 5.1 s behind, 5 s of it the out-of-orderness bound; orders-3 sets the pace.",
    but({ globalWatermarkMs: atMs - 5100, heldBackBy: calm }),
  ],
  [
    "orders keeps up: 4.8 s behind, within the out-of-orderness bound of 5 s; orders-3 sets the pace.",
    but({ globalWatermarkMs: atMs - 4800, heldBackBy: calm }),
  ],
  [
    "orders keeps up: 0.8 s behind; orders-3 sets the pace.",
    but({ globalWatermarkMs: atMs - 800, heldBackBy: calm, heldBackBoundMs: 0 }),
  ],
  [
    "orders is 15 s behind: orders-3 has nothing new and does not count as idle yet.",
    but({ globalWatermarkMs: atMs - 15_001, heldBackBy: calm }),
  ],
  [
    "orders is 1.2 s ahead of its own clock: orders-3 has nothing new and does not count as idle yet.",
    but({ globalWatermarkMs: atMs + 1200, heldBackBy: calm }),
  ],
  [
    "orders rests 0.5 s behind: every partition is idle, so none holds it back.",
    but({ globalWatermarkMs: atMs - 500, heldBackBy: null, heldBackBoundMs: null }),
  ],
  [
    "orders is paused for 3 min 05 s; it does not say by whom.",
    becoming({ kind: "paused", sinceMs: atMs - 185_000 }),
  ],
  [
    "orders has no watermark yet: orders-1 was never read yet and does not count as idle yet.",
    but({ globalWatermarkMs: null, heldBackBy: { topic: "orders", partition: 1, reason: "never-read" } }),
  ],
  [
    "orders has no partition assigned yet, so there is no watermark.",
    but({ partitions: 0, globalWatermarkMs: null }),
  ],
  [
    "orders has ended (undecodable): in-0 at offset 7: it is not valid JSON",
    becoming(
      { kind: "failed", code: "undecodable", message: "in-0 at offset 7: it is not valid JSON" },
      {
        connection: { kind: "unreachable", sinceMs: atMs, lastSeenMs: atMs, reason: "connection refused" },
      },
    ),
  ],
  [
    "orders can't be reached: connection refused.",
    but({
      connection: { kind: "unreachable", sinceMs: atMs, lastSeenMs: null, reason: "connection refused" },
    }),
  ],
  [
    "orders is pausing: lane 5 still holds 1 record at enrich, the oldest for 4.1 s and 1 more lane.",
    becoming({ kind: "pausing", waitingFor: [{ ...drain, lane: 2, oldestAgeMs: 3 }, drain] }),
  ],
  [
    "orders is pausing: what was dispatched is being committed.",
    becoming({ kind: "pausing", waitingFor: [] }),
  ],
  [
    String.raw`orders is paused by ana\u202e for 3 min 05 s: “deploy”. It resumes by itself in 1 min 00 s.`,
    becoming(
      { kind: "paused", sinceMs: atMs - 185_000 },
      { pauseReasons: [{ ...reason, expiresAtMs: atMs + 60_000 }] },
    ),
  ],
  [
    "orders has failed (fenced): another process took over",
    becoming({ kind: "failed", code: "fenced", message: "another process took over" }),
  ],
  [
    "orders is restoring counts: 1,200 rows so far.",
    becoming({ kind: "restoring", store: "counts", restored: 1200 }),
  ],
  [
    "Connecting to orders at http://127.0.0.1:4001/.",
    but({ connection: { kind: "connecting", sinceMs: atMs }, lifecycle: null, sequence: null, atMs: null }),
  ],
])("%s", (sentence, summary) => {
  expect(plainSpaces(sentenceOf(summary))).toBe(sentence);
  expect(sentenceOf(summary)).not.toMatch(numberThatMayBreak);
});

test.each(heldBackReason.options)("%s is a reason that a sentence can name", (why) => {
  expect(sentenceOf(but({ heldBackBy: { topic: "orders", partition: 3, reason: why } }))).toMatch(
    /^orders is .+: orders-3 .+\.$/,
  );
});

const quiet = { topic: "orders", partition: 3, reason: "caught-up" } as const;
const lowest = { topic: "orders", partition: 1 };

test.each<[string, HeldBackBy]>([
  [
    "orders-3 has nothing new and counts as idle after 30 s, in 12 s",
    { ...quiet, idleness: { kind: "running", timeoutMs: 30_000, idleAtMs: atMs + 12_000 } },
  ],
  [
    "orders-3 has nothing new and never counts as idle, since idleness is off",
    { ...quiet, idleness: { kind: "off" } },
  ],
  [
    "orders-3 has nothing new and does not count as idle yet: its idleness clock stands still",
    { ...quiet, idleness: { kind: "standing-still", timeoutMs: 30_000, leftMs: 9000 } },
  ],
  [
    "orders-3 waits for a slow commit, under way for 42 s",
    { ...quiet, reason: "slow-commit", commitSinceMs: atMs - 42_000 },
  ],
  [
    "orders-3 is held by watermark alignment: group all waits for orders-1, at most 1 min apart",
    {
      ...quiet,
      reason: "aligned",
      alignment: { group: "all", maxDriftMs: 60_000, lowest, lowestMs: atMs - 90_000 },
    },
  ],
])("what the app knows of a reason is said with it: %s", (said, heldBackBy) => {
  const sentence = `orders is 4 min 12 s behind: ${said}.`;
  expect(plainSpaces(sentenceOf(but({ heldBackBy })))).toBe(sentence);
  // It is told by the clock of the instance that holds event time back, and another one's may be ahead of that.
  expect(plainSpaces(sentenceOf(but({ heldBackBy, atMs: atMs + 600_000 })))).toBe(sentence);
});

test.each<[string, ListedApp]>([
  ["it kept up, 0.5 s behind", but({ globalWatermarkMs: atMs - 500 })],
  ["it was 4 min 12 s behind, held back by orders-3 (waiting-for-data)", app],
  [
    "it rested 0.5 s behind, with every partition idle",
    but({ globalWatermarkMs: atMs - 500, heldBackBy: null }),
  ],
  [
    "it was paused by ben: “deploy”",
    becoming({ kind: "paused", sinceMs: atMs }, { pauseReasons: [{ ...reason, actor: "ben" }] }),
  ],
  ["it was stopping", becoming({ kind: "stopping" })],
  ["it had failed (fenced): taken over", becoming({ kind: "failed", code: "fenced", message: "taken over" })],
])("an app that tells nothing is never said to do now what it did last: %s", (said, summary) => {
  const sentence = plainSpaces(lastKnownOf(summary, 29_400, defaultTimes));
  expect(sentence).toBe(`orders has told nothing for 29 s. Last known, 14:13:20 UTC: ${said}.`);
});

test("what the console knows of a silent app is of now: nobody answers", () => {
  const gone = { kind: "unreachable", sinceMs: atMs, lastSeenMs: atMs, reason: "refused" } as const;
  expect(lastKnownOf(but({ connection: gone }), 29_400, defaultTimes)).toBe(
    "orders can't be reached: refused.",
  );
});

test("colour is for a running app that is behind by more than its bound explains", () => {
  expect(isBehind(app)).toBe(true);
  expect(isBehind(but({ globalWatermarkMs: atMs - 15_000 }))).toBe(false);
  expect(isBehind(but({ globalWatermarkMs: null }))).toBe(false);
  expect(isBehind(but({ heldBackBy: null, heldBackBoundMs: null }))).toBe(false);
  expect(isBehind(becoming({ kind: "paused", sinceMs: atMs }))).toBe(false);
  const gapHue = (behind: boolean) =>
    vitalsOf(new FakeEngine({ app: "orders" }).tick(atMs), behind, defaultTimes)[0]?.hue;
  expect([gapHue(true), gapHue(false)]).toEqual(["text-waiting", undefined]);
});

test("the numbers are of one tick, and the lag is an exact sum", () => {
  const engine = new FakeEngine({ app: "orders", partitions: 8 });
  const snapshot = engine.tick(atMs);
  expect(vitalsOf(snapshot, false, defaultTimes).map(({ figure }) => figure.sequence)).toEqual([
    "1",
    "1",
    "1",
    "1",
    "1",
  ]);
  const [row] = snapshot.watermarks.partitions;
  if (row === undefined) throw new Error("no partition");
  expect(
    totalLag([
      { ...row, lag: "9223372036854775807" },
      { ...row, lag: "9223372036854775807" },
    ]),
  ).toBe("18446744073709551614");
  expect(totalLag([{ ...row, lag: null }])).toBeNull();
});

test("only what makes sense now can be asked for", () => {
  const verb = (kind: "running" | "stopping" | "stopped") => verbFor(becoming({ kind }));
  expect(verb("running")).toBe("pause");
  expect(verbFor(becoming({ kind: "paused", sinceMs: atMs }))).toBe("resume");
  expect(verbFor(becoming({ kind: "pausing", waitingFor: [] }))).toBe("resume");
  expect([verb("stopping"), verb("stopped"), verbFor(but({ lifecycle: null }))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const gone = { kind: "unreachable", sinceMs: atMs, lastSeenMs: null, reason: "refused" } as const;
  expect(verbFor(but({ connection: gone }))).toBeUndefined();
});

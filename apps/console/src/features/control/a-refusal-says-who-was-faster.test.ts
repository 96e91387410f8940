import type { ControlResult } from "@stoatflow/api";
import { expect, test } from "vitest";
import { defaultTimes } from "../../lib/format/times.ts";
import { notAnswered, notDone as notDoneIn } from "./not-done.ts";

const atMs = 1_790_000_000_000;
const notDone = (result: ControlResult) => notDoneIn(result, defaultTimes);

test("what was done is no refusal", () => {
  const lifecycle = { kind: "paused" as const, sinceMs: atMs };
  expect(notDone({ kind: "done", generation: 1, lifecycle, pauseReasons: [] })).toBeUndefined();
});

test("where there was nothing to do it says whose pause is on and until when, since what was asked for is not", () => {
  const ben = { kind: "operator" as const, actor: "ben", reason: "schema change", sinceMs: atMs };
  const unchanged = { kind: "unchanged" as const, generation: 1 };
  const paused = { ...unchanged, lifecycle: { kind: "paused" as const, sinceMs: atMs } };
  expect(notDone({ ...paused, pauseReasons: [{ ...ben, expiresAtMs: null }] })).toBe(
    "Nothing was changed: it is paused already, by ben until somebody resumes it: “schema change”",
  );
  expect(notDone({ ...paused, pauseReasons: [{ ...ben, expiresAtMs: atMs }] })).toBe(
    "Nothing was changed: it is paused already, by ben until 14:13:20\u00a0UTC: “schema change”",
  );
  expect(notDone({ ...paused, pauseReasons: null })).toBe("Nothing was changed: it is paused already");
  const running = { ...unchanged, lifecycle: { kind: "running" as const }, pauseReasons: [] };
  expect(notDone(running)).toBe("Nothing was changed: it is not paused");
});

test("a stale click says what was done since, and by whom", () => {
  expect(
    notDone({
      kind: "stale",
      reason: "generation 5, not 3",
      restarted: false,
      now: { generation: 5, lifecycle: "running", pauseReasons: [] },
      changes: [
        { kind: "paused", generation: 4, atMs, actor: "ben", reason: "schema change" },
        { kind: "expired", generation: 5, atMs, actor: null, reason: null },
      ],
    }),
  ).toBe(
    "Not done: generation 5, not 3; ben paused it: “schema change”; its pause ended by itself; close this and look again",
  );
});

test("what one action did at each of several instances is said once, and what came back to it again", () => {
  const did = (kind: "paused" | "resumed") => ({ kind, generation: 4, atMs, actor: "ben", reason: "repair" });
  const changes = [did("paused"), did("paused"), did("resumed"), did("paused")];
  expect(notDone({ kind: "stale", reason: "moved on", restarted: false, now: null, changes })).toBe(
    "Not done: moved on; ben paused it: “repair”; ben resumed it: “repair”; ben paused it: “repair”; close this and look again",
  );
});

test("what may have been done is not called undone", () => {
  expect(notDone({ kind: "unknown", reason: "no answer within 10 s" })).toBe(
    "It may have been done: no answer within 10 s",
  );
  expect(notDone({ kind: "unreachable", reason: "connection refused" })).toBe("Not done: connection refused");
  expect(notDone({ kind: "refused", code: "not-allowed-now", reason: "it is stopping" })).toBe(
    "Not done: it is stopping",
  );
});

test("a call that the console refused was not done; one that broke off may have been", () => {
  expect(notAnswered({ message: "actor: is too long", data: { apiCode: "bad-request" } })).toBe(
    "Not done: actor: is too long",
  );
  expect(notAnswered({ message: "nothing was done", data: { apiCode: "not-audited" } })).toBe(
    "Not done: nothing was done",
  );
  const mayBe = (why: string) => `It may have been done: ${why}; look at the app before you repeat it`;
  expect(notAnswered({ message: "Failed to fetch", data: undefined })).toBe(mayBe("Failed to fetch"));
  expect(notAnswered({ message: "Failed to fetch" })).toBe(mayBe("Failed to fetch"));
  expect(notAnswered({ message: "internal error", data: { apiCode: null } })).toBe(mayBe("internal error"));
});

import type { AuditEntry, LifecycleChange } from "@stoatflow/api";
import { auditDetail } from "@stoatflow/api/wire";
import { expect, test } from "vitest";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { changeWords, deedOf, outcomeOf } from "./entry-words.ts";
import { auditSpans, spanOf } from "./span.ts";

const atMs = 1_790_000_000_000;

function entry(action: string, outcome = "done", detail: Partial<AuditEntry["detail"]> = {}): AuditEntry {
  return {
    id: "1",
    atMs,
    actor: "ana",
    action,
    appId: "orders",
    reason: "deploy",
    outcome,
    detail: { ...auditDetail.parse({}), ...detail },
  };
}

test.each<[string, AuditEntry]>([
  ["paused it for 30 min", entry("pause", "done", { timeToLiveMs: 1_800_000 })],
  ["resumed it", entry("resume")],
  [
    "acknowledged 2 violations",
    entry("acknowledge-violations", "done", {
      violations: [
        { bootId: "b1", id: "1" },
        { bootId: "b1", id: "2" },
      ],
    }),
  ],
  ["saved late drops as a file: 1,000 rows", entry("export-late-drops", "done", { rows: 1000 })],
  [String.raw`a-newer\u202eaction`, entry("a-newer\u202eaction")],
])("%s", (words, each) => {
  expect(plainSpaces(deedOf(each))).toBe(words);
});

test("an action that may have been done is not called undone, and no two outcomes are told alike", () => {
  const kinds = "begun done unchanged refused stale partly unreachable unknown failed".split(" ");
  const words = kinds.map((outcome) => outcomeOf(entry("pause", outcome)).word);
  expect(new Set(words).size).toBe(kinds.length);
  expect(outcomeOf(entry("pause", "unknown")).word).toBe("not known");
  expect(outcomeOf(entry("pause", "of-a-newer-console")).word).toBe("of-a-newer-console");
});

const change = (more: Partial<LifecycleChange>): LifecycleChange => ({
  atMs,
  bootId: "b1",
  from: { kind: "running", bootId: "b1" },
  to: { kind: "paused", sinceMs: atMs },
  isRestart: false,
  by: null,
  ...more,
});
const by = (kind: "paused" | "expired", actor: string | null, reason: string | null) => ({
  kind,
  atMs,
  actor,
  reason,
});

test.each<[string, Partial<LifecycleChange>]>([
  ["running → paused, by ana: “deploy”", { by: by("paused", "ana", "deploy") }],
  [
    "paused → resuming, since the time of its pause ran out",
    {
      from: { kind: "paused", bootId: "b1" },
      to: { kind: "resuming" },
      by: by("expired", null, null),
    },
  ],
  [
    "started again: starting (orders-2)",
    { to: { kind: "starting" }, isRestart: true, instances: ["orders-2"] },
  ],
  ["not known → running", { from: null, to: { kind: "running" } }],
  [
    "running → failed: in-0 at offset 7: it is not valid JSON",
    { to: { kind: "failed", code: "undecodable", message: "in-0 at offset 7: it is not valid JSON" } },
  ],
])("%s", (words, more) => {
  expect(changeWords(change(more))).toBe(words);
});

test("a span is the same question for ten seconds, and what happens now is in it", () => {
  expect(spanOf("1 h", atMs + 9999)).toEqual(spanOf("1 h", atMs));
  for (const span of auditSpans) expect(spanOf(span, atMs).toMs).toBeGreaterThan(atMs);
  expect(spanOf("1 y", 0).fromMs).toBe(0);
});

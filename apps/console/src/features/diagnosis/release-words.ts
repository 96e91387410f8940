import type { Release } from "@stoatflow/api";
import { formatDuration } from "../../lib/format/duration.ts";
import type { Times } from "../../lib/format/times.ts";

const causes: Readonly<Record<Release["by"][number], string>> = {
  dispatch: "its backlog is worked",
  data: "the broker sends what it has",
  "end-of-transaction": "the producer upstream ends its transaction or the broker aborts it",
  "new-record": "a record comes",
  idleness: "it counts as idle",
  "older-heads": "the older heads of other partitions go out",
  "alignment-group": "its alignment group has caught up",
  lane: "a lane takes work again",
  commit: "the commit ends",
  resume: "somebody resumes it",
  "auto-resume": "the pause ends by itself",
};

const unknown: Readonly<Record<Extract<Release["when"], { kind: "not-known" }>["why"], string>> = {
  "too-short": "when is not known yet: it is watched for less than 10 s",
  "no-watermark": "when is not known, since there is no watermark",
  "no-lag": "when is not known, since its lag is not",
  "not-running": "when is not known while it does not run",
  "depends-on-the-broker": "when is up to the broker",
  "depends-on-a-producer": "when is up to that producer",
  "depends-on-the-group": "when is up to the rest of the group",
  "depends-on-an-operator": "when is up to the operator that the lane runs",
  "depends-on-a-person": "when is up to whoever paused it",
  "idleness-is-off": "idleness is off, so time alone does not release it",
  "idleness-stands-still": "its idleness clock stands still at this moment",
  "the-app-does-not-tell": "when is not told by this version of the app",
};

/**
 * What lets event time go on, and when.
 *
 * @example "It goes on when a record comes or it counts as idle, at 13:42:10 UTC at the latest."
 */
export function releaseWords({ by, when }: Release, atMs: number, times: Times): string {
  return `Event time goes on when ${orList(by.map((cause) => causes[cause]))}${whenWords(when, atMs, times)}.`;
}

function whenWords(when: Release["when"], atMs: number, times: Times): string {
  switch (when.kind) {
    case "at-the-latest":
      return `, at ${times.words(when.atMs, atMs)} at the latest`;
    case "estimated":
      return `: as it goes now in about ${formatDuration(when.inMs)}, at ${times.words(when.atMs, atMs)}`;
    case "keeping-pace":
      return ", and it keeps pace: its backlog is less than a second of work";
    case "not-catching-up":
      return ", which as it goes now it is not: it does not catch up";
    case "beyond-horizon":
      return ", which as it goes now takes more than a year";
    case "not-known":
      return `; ${unknown[when.why]}`;
  }
}

function orList(words: readonly string[]): string {
  const [last = "", ...before] = words.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(", ")} or ${last}`;
}

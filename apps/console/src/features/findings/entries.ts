import type { LateDropEntry, LateDropRate, ViolationEntry } from "@stoatflow/api";
import type { FeedSnapshot } from "@stoatflow/engine/wire";
import { formatDuration, formatLength } from "../../lib/format/duration.ts";
import { formatCount, formatQuantity, groupDigits } from "../../lib/format/integer.ts";
import type { Times } from "../../lib/format/times.ts";
import { partitionName } from "../../live/append-tick.ts";
import { type Finding, othersToo } from "./finding.ts";

/** What lies further back than this is of the past, and on the pages of its kind. */
const lookBackMs = 300_000;

/** What was gathered of one partition, its newest entry first. */
function byPartition<Entry extends { readonly topic: string; readonly partition: number }>(
  entries: readonly Entry[],
): readonly (readonly [Entry, ...Entry[]])[] {
  const groups = new Map<string, [Entry, ...Entry[]]>();
  for (const entry of entries) {
    const group = groups.get(partitionName(entry));
    if (group === undefined) groups.set(partitionName(entry), [entry]);
    else group.push(entry);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

/**
 * The late drops of the last minutes, the partition with the most of them first.
 *
 * @param newest the newest that are kept, newest first.
 * @param areAll whether there are no older ones than these. Where there are, and these are all of the last minutes, how
 *   many there were in them is not known, and the rate of the app is told.
 */
export function recentLateDrops(
  newest: readonly LateDropEntry[],
  areAll: boolean,
  rate: LateDropRate | undefined,
  atMs: number,
): readonly Finding[] {
  const recent = newest.filter((drop) => atMs - drop.atMs <= lookBackMs);
  const areCut = !areAll && recent.length === newest.length;
  const [most, ...others] = byPartition(recent);
  if (most === undefined) return [];
  const [{ topic, partition }] = most;
  const latest = most.reduce((max, { latenessMs }) => Math.max(max, latenessMs), 0);
  const had = areCut
    ? `most of the newest ${formatQuantity(newest.length, "late drop")}${rate?.kind === "measured" ? `, ${formatCount(Math.round(rate.perMinute))} a minute in all` : ""}`
    : `${formatQuantity(most.length, "late drop")} in the last ${formatLength(lookBackMs)}`;
  const sentence = `${partitionName(most[0])} had ${had}: records up to ${formatDuration(latest)} behind event time, whose windows had closed.`;
  const only = others.length === 0 ? `?topic=${encodeURIComponent(topic)}&partition=${partition}` : "";
  return [
    { kind: "late-drops", href: `/late-drops${only}`, sentence: sentence + othersToo(others.map(nameOf)) },
  ];
}

/** The partition that a group is of. */
const nameOf = ([first]: readonly [Parameters<typeof partitionName>[0], ...unknown[]]): string =>
  partitionName(first);

const wentBack: Readonly<Record<ViolationEntry["kind"], string>> = {
  partition_offset_regression: "was set back",
  partition_buffer_over_bound: "was polled beyond its bound",
  commit_offset_regression: "had its commit go back",
  watermark_regression: "had its watermark go back",
  lane_order: "left its order in a lane",
  epoch_overlap: "was in two epochs",
};

/**
 * The tripwire's newest entries: those of the last minutes, and every bug since the start however old. A bug that others
 * have pushed out of the newest is told by its count.
 *
 * @param newest the newest that are kept, newest first.
 * @param bugs how many the app has counted since its start.
 */
export function newestViolations(
  newest: readonly ViolationEntry[],
  bugs: number,
  atMs: number,
  times: Times,
): readonly Finding[] {
  const seen = newest.filter((entry) => entry.class === "bug");
  const expected = newest.filter((entry) => entry.class === "expected" && atMs - entry.atMs <= lookBackMs);
  const told = seen.length === 0 && bugs > 0 ? [countedBugs(bugs)] : ledgerFinding("bug", seen, atMs, times);
  return [...told, ...ledgerFinding("expected", expected, atMs, times)];
}

function countedBugs(bugs: number): Finding {
  const sentence = `${formatQuantity(bugs, "bug")} of the engine ${bugs === 1 ? "was" : "were"} counted since the start, longer ago than the newest violations: the ledger has what is known.`;
  return { kind: "bug", href: "/violations", sentence };
}

function ledgerFinding(
  kind: "bug" | "expected",
  entries: readonly ViolationEntry[],
  atMs: number,
  times: Times,
): readonly Finding[] {
  const [worst, ...others] = byPartition(entries);
  if (worst === undefined) return [];
  const [entry, ...before] = worst;
  const why =
    kind === "bug"
      ? "a bug that is to be reported"
      : entry.kind === "partition_offset_regression"
        ? "expected where a topic is cut or made anew; records of before that are read again count again"
        : "expected after a pause that failed; it is fetched again";
  const more = before.length === 0 ? "" : ` and ${formatQuantity(before.length, "time")} before`;
  const sentence = `${partitionName(entry)} ${wentBack[entry.kind]} from offset ${groupDigits(entry.offsetBefore)} to ${groupDigits(entry.offsetAfter)} at ${times.words(entry.atMs, atMs)}${more}: ${why}.`;
  return [{ kind, href: "/violations", sentence: sentence + othersToo(others.map(nameOf)) }];
}

/** Records that no serde could read, where the app goes on without them. */
export function undecodable({ status }: Pick<FeedSnapshot, "status">): readonly Finding[] {
  const count = status.counters.dropped.undecodable;
  if (count === 0) return [];
  const sentence = `${formatQuantity(count, "record")} could not be read by the serde since the start: each is dropped and counted, or a dead letter.`;
  return [{ kind: "undecodable", href: "/late-drops", sentence }];
}

import { oneLine } from "../one-line.ts";
import type { ViolationReport } from "../wire/index.ts";

/**
 * A report as plain text, a line a fact, fit for a ticket or a chat. What an app or a configuration named is put on one
 * line, so that no name can write lines of its own.
 */
export function reportText(report: ViolationReport): string {
  const { violation, run, partitionNow } = report;
  const lines: [string, string][] = [
    ["violation", `${violation.kind} (${words[violation.class]})`],
    ["partition", `${violation.topic}-${violation.partition}`],
    ["offsets", `${violation.offsetBefore} before, ${violation.offsetAfter} after`],
    ["at", `${timeText(violation.atMs)}, epoch ${violation.epoch}`],
    [
      "app",
      `${report.appId}${report.environment === null ? "" : ` (${report.environment})`}, run ${report.bootId}, violation ${violation.id} of it`,
    ],
  ];
  for (const { fromEpoch, toEpoch, atOffset, readAtMs } of report.leaderChanges) {
    lines.push([
      "leader",
      `new leader epoch (${fromEpoch} to ${toEpoch}), as read at offset ${atOffset}, ${timeText(readAtMs)}`,
    ]);
  }
  if (run.kind === "running") {
    lines.push(
      ["instance", `${run.instanceId} of ${run.app}, started ${timeText(run.startedAtMs)}`],
      ["versions", `engine ${run.engineVersion}, Node ${run.nodeVersion}, wire ${run.wireVersion}`],
      ["guarantee", `${run.guarantee}, log ${run.log}`],
      ["counted", countedText(run.violations)],
    );
  } else {
    if (report.instanceId !== null) lines.push(["instance", report.instanceId]);
    lines.push(["versions", "not known: the console does not follow that run of the app"]);
  }
  if (partitionNow !== null) {
    lines.push([
      "now",
      `${partitionNow.state}, position ${partitionNow.position ?? "none"}, committed ${partitionNow.committed ?? "none"}, end ${partitionNow.endPosition ?? "not known"}, at ${timeText(partitionNow.atMs)}`,
    ]);
  }
  lines.push(["report", `made ${timeText(report.madeAtMs)} by StoatFlow console ${report.consoleVersion}`]);
  const width = Math.max(...lines.map(([name]) => name.length));
  return `${lines.map(([name, text]) => `${name.padEnd(width)}  ${oneLine(text, 1000)}`).join("\n")}\n`;
}

const words = {
  expected: "expected: a seek-back, or a pause that did not take effect",
  bug: "a bug: it must never happen",
};

function countedText(violations: Readonly<Record<string, number>>): string {
  const counted = Object.entries(violations).filter(([, count]) => count > 0);
  if (counted.length === 0) return "none since the start";
  return `${counted.map(([kind, count]) => `${kind} ${count}`).join(", ")} since the start`;
}

/** An instant in UTC; beyond what a date can hold, as milliseconds. */
function timeText(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.valueOf()) ? `${ms} ms since 1970` : date.toISOString();
}

import type { AppLane } from "@stoatflow/api";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatCount, formatQuantity } from "../../lib/format/integer.ts";
import { previewPayload } from "../../lib/format/payload.ts";
import { formatPercent } from "../../lib/format/percent.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { isFull, type StagePressure } from "./pressure.ts";
import { stuckForMs } from "./stuck.ts";

/** An event loop that is held up for longer than this runs no lane meanwhile, whatever they hold. */
const slowLoopMs = 100;

/** Where work comes to a stop, who waits for it, and what that points to: of one instance. */
export function pressureSentence(stages: readonly StagePressure[], lanes: readonly AppLane[]): string {
  const stuck = stuckWords(lanes);
  const causes = stages.filter(({ pressure }) => pressure.kind === "cause");
  if (causes.length === 0) return stuck ?? "No lane is full, so nothing waits for one.";
  const waiting = stages.filter(({ pressure }) => pressure.kind === "waits").map(stageWords);
  const waits =
    waiting.length === 0
      ? ""
      : ` ${sentenceCase(listOf(waiting))} ${waiting.length === 1 ? "waits" : "wait"} for it.`;
  const stops = `${causes.map((cause) => causeWords(cause, lanes)).join(" ")}${waits}`;
  return stuck === undefined ? stops : `${stuck} ${stops}`;
}

/** The lane that has been at one record the longest, which is no matter of how many wait. */
function stuckWords(lanes: readonly AppLane[]): string | undefined {
  const [first, ...others] = lanes
    .filter((lane) => stuckForMs(lane) !== undefined)
    .toSorted((a, b) => (stuckForMs(b) ?? 0) - (stuckForMs(a) ?? 0));
  if (first === undefined) return undefined;
  const where =
    first.operator === undefined || first.operator === null ? "" : ` at ${visibleText(first.operator)}`;
  const too =
    others.length === 0
      ? ""
      : ` ${formatQuantity(others.length, "other lane")} ${others.length === 1 ? "is" : "are"} stuck too.`;
  return `Lane ${first.lane} of stage ${first.stage} is stuck${where}: one record has been in work for ${formatDuration(stuckForMs(first) ?? 0)}, and no commit gets past it.${too}`;
}

function causeWords({ stage, lanes: all, fullLanes }: StagePressure, lanes: readonly AppLane[]): string {
  const full = lanes.filter((lane) => lane.stage === stage && isFull(lane));
  const worst = full.toSorted((a, b) => (b.oldestAgeMs ?? 0) - (a.oldestAgeMs ?? 0))[0];
  if (worst === undefined) return "";
  const operator =
    worst.operator === undefined || worst.operator === null ? "" : ` in ${visibleText(worst.operator)}`;
  const oldest = worst.oldestAgeMs === null ? "" : `, the oldest for ${formatDuration(worst.oldestAgeMs)}`;
  const records = `${formatCount(worst.depth)} of ${formatCount(worst.capacity)} records wait${operator}${oldest}`;
  if (fullLanes === 1 && all > 1)
    return `Work stops at lane ${worst.lane} of stage ${stage}: ${records}. The other ${formatQuantity(all - 1, "lane")} of it ${all === 2 ? "has" : "have"} room, so it is the work of that lane's keys${hotWords(worst)}.`;
  const which =
    fullLanes === all
      ? `all ${formatQuantity(all, "lane")}`
      : `${fullLanes} of ${formatQuantity(all, "lane")}`;
  return `Work stops at stage ${stage}, ${which} of it full: in lane ${worst.lane} ${records}. ${pointsTo(full)}`;
}

/** What it points to where several lanes of a stage are full, or its only one is. */
function pointsTo(full: readonly AppLane[]): string {
  const stuck = full.filter((lane) => stuckForMs(lane) !== undefined).length;
  if (stuck === 0) return "The operator is slow, not some keys.";
  return stuck === 1
    ? "One record does not end: it is not slow work."
    : "What the operator asks does not come back, whatever the key.";
}

/** Which key a lane has most of its rows from, where it has one. */
function hotWords({ hotKeys }: AppLane): string {
  const hottest = hotKeys?.[0];
  if (hottest === undefined) return "";
  return `: at least ${formatPercent(hottest.atLeastRatio)} of what came last is of key ${previewPayload(hottest.key).text}`;
}

export function stageWords({ stage }: { readonly stage: number }): string {
  return stage === 0 ? "the dispatcher" : `stage ${stage}`;
}

/**
 * What holds every lane, whatever they hold; `undefined`: nothing. Of several instances the longest delay is known, and
 * not whose it is.
 */
export function loopSentence(delayMs: number, instances: number): string | undefined {
  if (delayMs < slowLoopMs) return undefined;
  const [whose, held] =
    instances > 1 ? [" of one of these instances", "every lane of it"] : ["", "every lane"];
  return `The event loop${whose} was held up for ${formatDuration(delayMs)}: something that runs without a pause, such as a synchronous operator, holds ${held}.`;
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

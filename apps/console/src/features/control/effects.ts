import type { ListedApp } from "@stoatflow/api";
import { formatAge, formatDuration } from "../../lib/format/duration.ts";
import { formatCount, formatQuantity, groupDigits } from "../../lib/format/integer.ts";
import { unbroken } from "../../lib/format/unbroken.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import type { Freshness } from "../../live/freshness.ts";
import { stuckForMs } from "../lanes/stuck.ts";
import type { Verb } from "./verb.ts";

/** What a dialog says an action does, and what it warns of. */
export interface Effect {
  /** Something is other than one expects, or may make it not happen. */
  readonly warns: boolean;
  readonly text: string;
}

/** What is known of one app as the dialog is open: it is told anew with each tick. */
export interface Known {
  readonly summary: ListedApp;
  readonly freshness: Freshness;
}

const says = (text: string): Effect => ({ warns: false, text });
const warns = (text: string): Effect => ({ warns: true, text });

/** What is said before an app is paused: first whether it is safe now, and no more where a pause changes nothing. */
export function pauseEffects(known: Known): readonly Effect[] {
  const inVain = whyInVain(known.summary);
  if (inVain !== undefined) return [...silence(known), warns(inVain)];
  return [
    ...silence(known),
    ...safety(known),
    says(lagOf([known])),
    says("It goes on polling, so it stays in its consumer group and keeps its partitions (KIP-834)."),
    ...lateness(known),
    says("A restart of the app ends the pause, and so does a take-over by another instance."),
  ];
}

/**
 * What a pause makes late. The time that passes makes nothing late, but a head that is held while the backlog of a pause is
 * worked lets event time go on without what stands behind it.
 */
function lateness({ summary: { heldHeads } }: Known): readonly Effect[] {
  const time = "Lateness is judged by event time, so the time that passes in a pause makes no record late";
  if (heldHeads === null || heldHeads === 0)
    return [
      says(`${time}: only what stands behind a head that gets held while its backlog is worked can be.`),
    ];
  const heads = heldHeads === 1 ? "A head is held now" : `${formatCount(heldHeads)} heads are held now`;
  return [
    warns(
      `${heads}: event time goes on without what stands behind ${heldHeads === 1 ? "it" : "them"}, so after a pause that is longer than the grace of a window those records are late.`,
    ),
    says(`${time}.`),
  ];
}

/** The clock that says when a pause asked for now would end; `null`: the app's newest tick is too old for that. */
export function pauseClock({ summary, freshness }: Known): number | null {
  return freshness.kind === "fresh" ? summary.atMs : null;
}

/** What is said before it is resumed: whose pause ends. */
export function resumeEffects(known: Known): readonly Effect[] {
  const { lifecycle, pauseReasons, lag } = known.summary;
  const [reason] = pauseReasons;
  const whose =
    reason === undefined
      ? []
      : [says(`${visibleText(reason.actor)} paused it: “${visibleText(reason.reason)}”.`)];
  const backlog = lag === null || lag === "0" ? "" : ` It has ${groupDigits(lag)} offsets to catch up.`;
  const draining =
    lifecycle?.kind === "pausing"
      ? [warns("It has not come to rest yet: this ends a pause that is still draining.")]
      : [];
  return [
    ...silence(known),
    ...draining,
    ...whose,
    says(`It goes on where it stopped, without skipping or repeating anything.${backlog}`),
  ];
}

/** The same of several apps at once: what is said of each is not repeated, and what one warns of has its name. */
export function effectsOfSeveral(verb: Verb, all: readonly Known[]): readonly Effect[] {
  const warnings = all.flatMap((known) =>
    (verb === "pause" ? pauseEffects(known) : resumeEffects(known))
      .filter((effect) => effect.warns)
      .map(({ text }) => warns(`${known.summary.id}: ${text}`)),
  );
  const shown = warnings.slice(0, warningsMax);
  const more = warnings.length - shown.length;
  const rest = more === 0 ? [] : [warns(`and ${formatQuantity(more, "more warning")}`)];
  return verb === "pause"
    ? [
        ...shown,
        ...rest,
        says(lagOf(all)),
        says(
          "They go on polling, so they stay in their consumer groups and keep their partitions (KIP-834).",
        ),
        says("A restart of one ends its pause. Each is asked for itself, and each has an answer of its own."),
      ]
    : [
        ...shown,
        ...rest,
        says("Each goes on where it stopped, without skipping or repeating anything, whoever paused it."),
        says("Each is asked for itself, and each has an answer of its own."),
      ];
}

/** A dialog is no list: beyond this warnings are counted. */
const warningsMax = 6;

function silence({ summary: { connection, lifecycle }, freshness }: Known): readonly Effect[] {
  if (connection.kind === "unreachable" || connection.kind === "invalid") {
    const known = lifecycle === null ? "" : ", and what is said below was so when it was last heard";
    return [
      warns(`It can't be reached (${visibleText(connection.reason)}), so it may not receive this${known}.`),
    ];
  }
  if (freshness.kind === "stale")
    return [
      warns(
        `No data for ${unbroken(formatAge(freshness.ageMs))}: it may not receive this, and what is said below was so then.`,
      ),
    ];
  return freshness.kind === "none" ? [warns("Nothing was told by it yet: how it stands is not known.")] : [];
}

/** Why a pause changes nothing: the app may have come to this since the dialog was opened. */
function whyInVain({ lifecycle, pauseReasons: [reason] }: ListedApp): string | undefined {
  switch (lifecycle?.kind) {
    case "pausing":
    case "paused": {
      const by =
        reason === undefined ? "" : ` by ${visibleText(reason.actor)} (“${visibleText(reason.reason)}”)`;
      return `It is ${lifecycle.kind} already${by}: this changes neither that pause nor when it ends.`;
    }
    case "stopping":
      return "It is stopping: it takes no pause any more.";
    case "stopped":
      return "It has stopped: there is nothing left to pause.";
    case "failed":
      return `It has failed (${visibleText(lifecycle.code)}): there is nothing left to pause.`;
    default:
      return undefined;
  }
}

/** A queue that is as old as this is not worked off in a moment, in milliseconds. */
const longWaitMs = 5000;

/** Whether a pause takes hold at once, and if not, what it waits for. */
function safety({ summary: { lifecycle, heldBackBy, pressure, watermarkAtMs } }: Known): readonly Effect[] {
  // Of an app of which nothing is known that is said already.
  if (lifecycle === null) return [];
  if (lifecycle.kind !== "running")
    return [warns(`It is ${lifecycle.kind} now: the pause takes hold once that is over.`)];
  const cause = pressure?.cause ?? null;
  if (cause !== null) return [warns(fullLane(cause))];
  const stuckMs = pressure === null ? undefined : stuckForMs(pressure);
  if (stuckMs !== undefined)
    return [
      warns(
        `A record in its lanes has been in work for ${formatDuration(stuckMs)}: the pause takes hold only once it is finished.`,
      ),
    ];
  const waitedMs = pressure?.oldestAgeMs ?? 0;
  if (waitedMs > longWaitMs)
    return [
      warns(
        `Its lanes hold records that have waited for ${formatDuration(waitedMs)}: the pause takes hold only once they are finished.`,
      ),
    ];
  if (heldBackBy?.reason === "slow-commit") {
    const { commitSinceMs } = heldBackBy;
    const since =
      commitSinceMs === undefined || watermarkAtMs === null
        ? ""
        : ` for ${formatDuration(Math.max(0, watermarkAtMs - commitSinceMs))}`;
    return [warns(`A commit is under way${since}: the pause takes hold only once it ends.`)];
  }
  return [
    says(
      "It is safe now: no lane is full and no commit is slow. What was dispatched is finished and committed first; nothing is lost or done twice.",
    ),
  ];
}

type Cause = NonNullable<NonNullable<ListedApp["pressure"]>["cause"]>;

function fullLane({ lane, depth, operator, oldestAgeMs }: Cause): string {
  const at = operator === null ? "" : ` at ${visibleText(operator)}`;
  const oldest = oldestAgeMs === null ? "" : `, the oldest for ${formatDuration(oldestAgeMs)}`;
  return `Lane ${lane} is full: the pause takes hold only once its ${formatQuantity(depth, "record")}${at} are finished${oldest}.`;
}

/** By how much the lag grows: summed over the apps that are running. */
function lagOf(all: readonly Known[]): string {
  let total: bigint | undefined;
  let perSecond = 0;
  let unknown = 0;
  for (const { summary } of all) {
    if (summary.lag !== null) total = (total ?? 0n) + BigInt(summary.lag);
    const { lag } = summary.rates;
    if (lag.kind === "measured") perSecond += lag.arrivedPerSecond;
    else unknown += 1;
  }
  const now = total === undefined ? "" : `, ${groupDigits(String(total))} now,`;
  const what = all.length === 1 ? `The lag${now} grows` : `Their lag${now} grows`;
  const stands = all.length === 1 ? "its output stands still" : "their output stands still";
  if (unknown === all.length)
    return `${what} until it resumes, by how much a second is not known yet; ${stands}.`;
  const missing = unknown === 0 ? "" : ` (${formatQuantity(unknown, "app")} not known)`;
  return `${what} by about ${rateText(perSecond)} a second${missing} until it resumes; ${stands}.`;
}

/** Offsets a second, in whole ones from ten on. */
function rateText(perSecond: number): string {
  const rounded = perSecond < 10 ? Math.round(perSecond * 10) / 10 : Math.round(perSecond);
  const [whole = "0", tenths] = String(rounded).split(".");
  return unbroken(`${groupDigits(whole)}${tenths === undefined ? "" : `.${tenths}`} offsets`);
}

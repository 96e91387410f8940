/**
 * One control call to each of the instances that work for an app. Standing-by ones are left alone: a pause does not
 * outlive a take-over.
 */
import {
  type ControlAnswer,
  type ControlChange,
  type ControlChanged,
  controlChangesMax,
  type FeedSnapshot,
  type PauseRequest,
  pauseReasonsMax,
} from "@stoatflow/engine/wire";
import { ApiError } from "../api-error.ts";
import type { AppSummary } from "../wire/index.ts";
import type { AppSource } from "./app-source.ts";
import { ControlRefused } from "./control-refused.ts";
import { byForemost, foremostLifecycle } from "./merge/foremost-lifecycle.ts";
import type { ReceivedTick } from "./summary.ts";
import { type Failure, mayHaveBeenDone, toldOfFailures } from "./told-of-failures.ts";

/** An instance that is to be paused or resumed. */
export interface ControlledInstance {
  readonly url: string;
  readonly source: AppSource;
  /** As the app was shown; `undefined`: the instance has told nothing yet. */
  readonly tick: ReceivedTick | undefined;
}

/** What of the app its readers see, which is what a caller names. */
export interface Shown extends Pick<AppSummary, "generation" | "bootId" | "lifecycle" | "pauseReasons"> {
  /** Whether no other instance than one can work for it. */
  readonly isAlone: boolean;
}

/**
 * @param onAnswer told of each instance that did as asked, whatever the others do.
 * @throws {ControlRefused | ApiError} as one instance alone does; `partly-done` where some did as they were asked and
 * others did not, or did not say whether they did, which the message names.
 */
export async function controlInstances(
  verb: "pause" | "resume",
  { expectedGeneration, expectedBootId, ...request }: PauseRequest,
  shown: Shown,
  instances: readonly [ControlledInstance, ...ControlledInstance[]],
  onAnswer: (instance: ControlledInstance, answer: ControlAnswer) => void,
): Promise<ControlAnswer> {
  const [first, ...rest] = instances;
  refuseOtherRun(expectedBootId, shown, instances);
  if (rest.length === 0) return call(first, expectedGeneration, expectedBootId);
  refuseOtherGeneration(expectedGeneration, shown, instances);
  const results = await Promise.allSettled(
    instances.map((instance) => {
      const seen = instance.tick?.snapshot;
      const generation = expectedGeneration === undefined ? undefined : seen?.status.generation;
      const bootId = expectedBootId === undefined ? undefined : seen?.bootId;
      return call(instance, generation, bootId);
    }),
  );
  const failures = results.flatMap((result, i) =>
    result.status === "rejected" ? [{ url: instances[i]?.url ?? "", thrown: result.reason as unknown }] : [],
  );
  const [failure] = failures;
  if (failure !== undefined) throw failureOf(results.length - failures.length, results.length, failures);
  return together(results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])));

  async function call(
    instance: ControlledInstance,
    generation: number | undefined,
    bootId: string | undefined,
  ): Promise<ControlAnswer> {
    const expected = expecting(generation, bootId, instance.tick?.snapshot);
    const answer = await instance.source[verb]({ ...request, ...expected });
    onAnswer(instance, answer);
    return answer;
  }
}

/** An app that can't compare runs refuses the question, so it is not asked; one that was not heard of yet is. */
function expecting(
  expectedGeneration: number | undefined,
  expectedBootId: string | undefined,
  seen: FeedSnapshot | undefined,
): Pick<PauseRequest, "expectedGeneration" | "expectedBootId"> {
  const comparesRuns = seen === undefined || seen.capabilities.includes("expected-boot");
  return {
    ...(expectedGeneration === undefined ? {} : { expectedGeneration }),
    ...(expectedBootId === undefined || !comparesRuns ? {} : { expectedBootId }),
  };
}

/**
 * The generations of another run say nothing of what the caller saw. One that was not heard of yet tells by itself
 * whether it is the one that was named, save where several together are a run that none of them knows.
 */
function refuseOtherRun(
  expectedBootId: string | undefined,
  shown: Shown,
  instances: readonly ControlledInstance[],
): void {
  const { bootId, isAlone } = shown;
  if (expectedBootId === undefined || expectedBootId === bootId) return;
  if (bootId === null && instances.length === 1) return;
  const why = isAlone ? "it was started again" : "an instance was started again, or others took over";
  const message =
    bootId === null
      ? `the app is not heard of yet, so it is not known to be run ${expectedBootId}; look again`
      : `the app is run ${bootId}, not ${expectedBootId}: since then ${why}; look again`;
  throw stale("stale-run", message, changedOf(shown, newestChanges(instances, controlChangesMax)));
}

/** A generation of several instances together none of them knows, so it is compared here. */
function refuseOtherGeneration(
  expectedGeneration: number | undefined,
  shown: Shown,
  instances: readonly ControlledInstance[],
): void {
  const { generation } = shown;
  if (expectedGeneration === undefined || expectedGeneration === generation) return;
  const message = `the app is at ${generation === null ? "no generation yet" : `generation ${generation}`}, not ${expectedGeneration}; look again`;
  const missed = Math.max(0, (generation ?? 0) - expectedGeneration);
  throw stale("stale-generation", message, changedOf(shown, newestChanges(instances, missed)));
}

function stale(
  code: "stale-run" | "stale-generation",
  message: string,
  changed: ControlChanged | undefined,
): ControlRefused {
  return new ControlRefused({ code, message, ...(changed === undefined ? {} : { changed }) });
}

function changedOf(
  { generation, lifecycle, pauseReasons }: Shown,
  changes: ControlChange[],
): ControlChanged | undefined {
  if (generation === null || lifecycle === null) return undefined;
  return { generation, lifecycle: lifecycle.kind, pauseReasons, changes };
}

/**
 * Of the newest change of each instance the newest `max`, oldest first: what an instance did before that, none tells. Each
 * is as old as its own instance's clock says, since clocks are apart.
 */
function newestChanges(instances: readonly ControlledInstance[], max: number): ControlChange[] {
  return instances
    .flatMap(({ tick }) => {
      const change = tick?.snapshot.status.lastControl ?? undefined;
      if (tick === undefined || change === undefined) return [];
      return { change, sinceMs: tick.receivedAtMs - (tick.snapshot.atMs - change.atMs) };
    })
    .sort((a, b) => b.sinceMs - a.sinceMs)
    .slice(0, Math.min(max, controlChangesMax))
    .map(({ change }) => change)
    .reverse();
}

function together(answers: readonly ControlAnswer[]): ControlAnswer {
  const reasons = answers.map(({ pauseReasons }) => pauseReasons);
  return {
    result: answers.find(({ result }) => result !== "unchanged")?.result ?? "unchanged",
    generation: answers.reduce((sum, { generation }) => sum + generation, 0),
    lifecycle: foremostLifecycle(answers.map(({ lifecycle }) => lifecycle)),
    pauseReasons: reasons.includes(undefined)
      ? undefined
      : reasons.flatMap((own) => own ?? []).slice(0, pauseReasonsMax),
  };
}

/** A refusal that is everybody's stays one; what may have been done outweighs what was not. */
function failureOf(done: number, count: number, failures: readonly Failure[]): unknown {
  const all = failures.map(({ thrown }) => thrown);
  const refused = all.filter((thrown) => thrown instanceof ControlRefused);
  const [first] = refused;
  if (first !== undefined && refused.length === count) return refusedByAll(first, refused);
  const cause = all.find(mayHaveBeenDone) ?? all[0];
  const own = cause instanceof ApiError ? cause.code : "bad-answer";
  const message = toldOfFailures(`${done} of ${count} instances did as asked`, failures);
  return new ApiError(done === 0 ? own : "partly-done", message, { cause });
}

/** The first one's words; what is so now is told of all of them, since each tells its own generation and changes. */
function refusedByAll(first: ControlRefused, refused: readonly ControlRefused[]): ControlRefused {
  const { changed: _, ...said } = first.refusal;
  const all = refused.flatMap(({ refusal }) => refusal.changed ?? []);
  const [lifecycle] = all.map((changed) => changed.lifecycle).sort(byForemost);
  if (all.length < refused.length || lifecycle === undefined) return new ControlRefused(said);
  const changed: ControlChanged = {
    generation: all.reduce((sum, { generation }) => sum + generation, 0),
    lifecycle,
    pauseReasons: all.flatMap(({ pauseReasons }) => pauseReasons).slice(0, pauseReasonsMax),
    changes: all
      .flatMap(({ changes }) => changes)
      .sort((a, b) => a.atMs - b.atMs)
      .slice(-controlChangesMax),
  };
  return new ControlRefused({ ...said, changed });
}

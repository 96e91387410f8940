/**
 * The pauses of one app's instances after what those told: pure.
 *
 * Each instance has its own, known by the run that was paused or by its address. One that is heard no more has lost its
 * pause where others have its partitions; where the console began anew and never heard of it, where somebody works who
 * did not work beside it. Where all of those are paused themselves, nothing of it works again and nothing is told.
 */
import type { ToldInstance } from "../collector/collector-observer.ts";
import { pausesOfAppMax } from "../wire/control.ts";
import { type Heard, isOfRun, type KnownPause, pauseAfter, pauseTakenOver } from "./known-pause.ts";

type OpenPause = Extract<KnownPause, { readonly kind: "open" }>;

/** The same list where nothing changed. */
export function pausesAfter(
  known: readonly KnownPause[],
  told: readonly ToldInstance[],
  atMs: number,
): readonly KnownPause[] {
  const unheard = new Set(known);
  const ofHeard = told.flatMap((one) => {
    const own = ownOf(known, told, one);
    if (own !== undefined) unheard.delete(own);
    return afterTick(own, one, told, atMs) ?? [];
  });
  const ofUnheard = [...unheard].flatMap((pause) =>
    pause.kind === "open" ? (afterAbsence(pause, told, atMs) ?? []) : withNext(pause, told),
  );
  const after = [...ofUnheard, ...ofHeard].slice(-pausesOfAppMax);
  return after.length === known.length && after.every((pause) => known.includes(pause)) ? known : after;
}

/** As it was heard of last. */
export function heardOf(
  { url, tick: { snapshot, receivedAtMs } }: Pick<ToldInstance, "url" | "tick">,
  told: readonly ToldInstance[],
): Heard {
  const besides = told.filter((other) => other.isWorking && other.url !== url).map((other) => other.url);
  return { url, snapshot, receivedAtMs, besides };
}

function ownOf(known: readonly KnownPause[], told: readonly ToldInstance[], one: ToldInstance) {
  const isRunOf = (pause: KnownPause, { tick }: ToldInstance) => isOfRun(pause, tick.snapshot.bootId);
  const moved = (pause: KnownPause) => told.some((other) => isRunOf(pause, other));
  return (
    known.find((pause) => isRunOf(pause, one)) ??
    known.find((pause) => pause.url === one.url && !moved(pause))
  );
}

function afterTick(
  own: KnownPause | undefined,
  one: ToldInstance,
  told: readonly ToldInstance[],
  atMs: number,
): KnownPause | undefined {
  const { isCurrent, isWorking, tick } = one;
  const isOfTick = isOfRun(own, tick.snapshot.bootId);
  if (own?.kind === "open" && isOfTick && own.lastSeenMs >= tick.receivedAtMs && !isCurrent && !isWorking)
    return afterTakeOver(own, told, atMs);
  // What an instance told before it fell silent is known already.
  const after = isCurrent ? pauseAfter(own, heardOf(one, told)) : own;
  return after === undefined ? undefined : withNext(after, told);
}

/** Of an instance that has not been heard since the console began, or whose address is followed no more. */
function afterAbsence(pause: OpenPause, told: readonly ToldInstance[], atMs: number): KnownPause | undefined {
  const isNew = told.some((one) => isHeir(pause, one) && !pause.besides.includes(one.url));
  return isNew ? afterTakeOver(pause, told, atMs) : pause;
}

function afterTakeOver(
  pause: OpenPause,
  told: readonly ToldInstance[],
  atMs: number,
): KnownPause | undefined {
  const heirs = told.filter((one) => isHeir(pause, one));
  const areAllPaused = heirs.every(({ tick }) => tick.snapshot.status.pauseReasons.length > 0);
  if (heirs.length === 0) return pause;
  return areAllPaused ? undefined : pauseTakenOver(pause, nextOf(pause, told), atMs);
}

/** The instance that lost its partitions says so before the one that took them is heard. */
function withNext(pause: KnownPause, told: readonly ToldInstance[]): KnownPause {
  if (pause.kind !== "ended" || pause.nextInstanceId !== null) return pause;
  const nextInstanceId = nextOf(pause, told);
  return nextInstanceId === null ? pause : { ...pause, nextInstanceId };
}

/** Who works in its place, where that can be told: who did not work beside it, or the only one that works. */
function nextOf(pause: KnownPause, told: readonly ToldInstance[]): string | null {
  const heirs = told.filter((one) => isHeir(pause, one));
  const [next, ...others] = heirs.filter(({ url }) => !pause.besides.includes(url));
  const [only, ...more] = heirs;
  const found = next !== undefined && others.length === 0 ? next : more.length === 0 ? only : undefined;
  return found?.tick.snapshot.instanceId ?? null;
}

function isHeir(pause: KnownPause, { url, isCurrent, isWorking, tick: { snapshot } }: ToldInstance): boolean {
  const wasPaused = pause.kind !== "resumed" && url === pause.url && snapshot.instanceId === pause.instanceId;
  return isCurrent && isWorking && !wasPaused && snapshot.bootId !== pause.bootId;
}

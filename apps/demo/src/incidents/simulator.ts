/**
 * The incidents of one app: begins each by its timeline, and ends it by taking back all that it did.
 *
 * It owns which are on, their timers, and what each is to take back. Called by the app's server, and by the process
 * when it ends.
 */
import type { Clock, IncidentSimulator } from "@stoatflow/engine";
import type { Incident, IncidentAnswer, IncidentRequest } from "@stoatflow/engine/wire";
import type { Undo } from "./active.ts";
import type { DisturbedLog } from "./disturbed-log.ts";
import type { DisturbedSource } from "./disturbed-source.ts";
import type { Hindrance } from "./hindrance.ts";
import type { Scenario, Step } from "./scenario.ts";

export interface SimulatorOptions {
  /** Those of this app. */
  readonly scenarios: readonly Scenario[];
  readonly clock: Clock;
  readonly source: DisturbedSource;
  readonly log: DisturbedLog;
  readonly hindrance: Hindrance;
  /** Told of what could not be done; the incident goes on. */
  readonly onFailure: (error: unknown) => void;
}

interface Running {
  readonly told: NonNullable<Incident["running"]>;
  /** Timers among them. */
  readonly undo: Undo[];
}

export class Simulator implements IncidentSimulator {
  readonly #options: SimulatorOptions;
  readonly #running = new Map<string, Running>();

  constructor(options: SimulatorOptions) {
    this.#options = options;
  }

  list(): Incident[] {
    return this.#options.scenarios.map((scenario) => this.#told(scenario));
  }

  begin(name: string, { actor }: IncidentRequest): IncidentAnswer | undefined {
    const scenario = this.#scenario(name);
    if (scenario === undefined) return undefined;
    if (this.#running.has(name)) return { result: "unchanged", incident: this.#told(scenario) };
    const { clock } = this.#options;
    const sinceMs = clock.nowMs();
    const undo: Undo[] = [];
    this.#running.set(name, { told: { actor, sinceMs, endsAtMs: sinceMs + scenario.lastsMs }, undo });
    for (const step of scenario.timeline) {
      if (step.at === 0) this.#do(step, undo);
      else undo.push(clock.after(step.at, () => this.#do(step, undo)));
    }
    undo.push(clock.after(scenario.lastsMs, () => void this.end(name)));
    return { result: "begun", incident: this.#told(scenario) };
  }

  end(name: string): IncidentAnswer | undefined {
    const scenario = this.#scenario(name);
    if (scenario === undefined) return undefined;
    const running = this.#running.get(name);
    this.#running.delete(name);
    for (const undo of running?.undo ?? []) undo();
    return { result: running === undefined ? "unchanged" : "ended", incident: this.#told(scenario) };
  }

  /** Ends all that are on. */
  close(): void {
    for (const name of [...this.#running.keys()]) this.end(name);
  }

  #do(step: Step, undo: Undo[]): void {
    const { clock, source, log, hindrance, onFailure } = this.#options;
    if (step.append !== undefined) source.append(step.append, clock.nowMs());
    if (step.shiftClock !== undefined) undo.push(source.shiftClock(step.shiftClock));
    if (step.silence !== undefined) undo.push(source.silence(step.silence));
    if (step.seekBack !== undefined) log.seekBack(step.seekBack, step.seekBack.offsets).catch(onFailure);
    if (step.delayCommits !== undefined) undo.push(log.delayCommits(step.delayCommits.ms));
    if (step.slow !== undefined) undo.push(hindrance.slow(step.slow.perRecordMs));
    if (step.parkLane !== undefined) undo.push(hindrance.park(step.parkLane.key));
    if (step.everyMs !== undefined) this.#repeat(step, step.everyMs, undo);
  }

  /** One timer at a time, and one place to take it back. */
  #repeat(step: Step, everyMs: number, undo: Undo[]): void {
    const { clock, source } = this.#options;
    let cancel: Undo = () => {};
    const arm = () => {
      cancel = clock.after(everyMs, () => {
        if (step.append !== undefined) source.append(step.append, clock.nowMs());
        arm();
      });
    };
    arm();
    undo.push(() => cancel());
  }

  #scenario(name: string): Scenario | undefined {
    return this.#options.scenarios.find((scenario) => scenario.name === name);
  }

  #told({ name, title, happens, lookAt }: Scenario): Incident {
    return { name, title, happens, lookAt, running: this.#running.get(name)?.told ?? null };
  }
}

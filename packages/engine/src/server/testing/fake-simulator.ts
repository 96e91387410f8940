/** A simulator of one incident that disturbs nothing. */
import type { Incident, IncidentAnswer, IncidentRequest } from "../../wire/index.ts";
import type { IncidentSimulator } from "../incident-simulator.ts";

export class FakeSimulator implements IncidentSimulator {
  #running: Incident["running"] = null;

  list(): readonly Incident[] {
    return [this.#incident];
  }

  begin(name: string, { actor }: IncidentRequest): IncidentAnswer | undefined {
    if (name !== this.#incident.name) return undefined;
    const sinceMs = 1_790_000_000_000;
    return this.#turn("begun", this.#running ?? { actor, sinceMs, endsAtMs: sinceMs + 60_000 });
  }

  end(name: string): IncidentAnswer | undefined {
    return name === this.#incident.name ? this.#turn("ended", null) : undefined;
  }

  #turn(result: "begun" | "ended", running: Incident["running"]): IncidentAnswer {
    const changed = running !== this.#running;
    this.#running = running;
    return { result: changed ? result : "unchanged", incident: this.#incident };
  }

  get #incident(): Incident {
    return {
      name: "late-burst",
      title: "Late burst",
      happens: "Old orders come all at once.",
      lookAt: "The late drops.",
      running: this.#running,
    };
  }
}

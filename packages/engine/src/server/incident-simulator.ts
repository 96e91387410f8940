import type { Incident, IncidentAnswer, IncidentRequest } from "../wire/index.ts";

/** What disturbs an app on demand. A call answers at once; what it disturbs follows. */
export interface IncidentSimulator {
  /** At most `incidentsMax`. */
  list(): readonly Incident[];
  /** `undefined`: there is none of that name. */
  begin(name: string, request: IncidentRequest): IncidentAnswer | undefined;
  /** `undefined`: there is none of that name. */
  end(name: string): IncidentAnswer | undefined;
}

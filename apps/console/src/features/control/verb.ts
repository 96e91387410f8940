import type { AppSummary } from "@stoatflow/api";

export type Verb = "pause" | "resume";

/** Which control call makes sense now; `undefined`: none. */
export function verbFor(summary: AppSummary): Verb | undefined {
  if (summary.connection.kind !== "live") return undefined;
  switch (summary.lifecycle?.kind) {
    case "running":
    case "resuming":
    case "starting":
    case "restoring":
      return "pause";
    case "pausing":
    case "paused":
      return "resume";
    default:
      return undefined;
  }
}

/** What ends the processing, as errors with a way out. */
import { messageOf, StoatFlowError } from "../errors.ts";

export function fencedError(applicationId: string): StoatFlowError {
  return new StoatFlowError("fenced", `another instance of ${applicationId} has taken over`, {
    remedy: "leave this instance down; the other one goes on from what is committed",
  });
}

export function clientEnded(cause: Error): StoatFlowError {
  if (cause instanceof StoatFlowError && cause.code === "fenced") return cause;
  return new StoatFlowError("log-unavailable", `the client of the log has ended: ${cause.message}`, {
    cause,
    remedy: "see the cause; start again when the log is there",
  });
}

export function asError(thrown: unknown): StoatFlowError {
  if (thrown instanceof StoatFlowError) return thrown;
  return new StoatFlowError("operator-failed", `a function of the topology threw: ${messageOf(thrown)}`, {
    cause: thrown,
    remedy: "mend the function and start again; nothing of its epoch was committed",
  });
}

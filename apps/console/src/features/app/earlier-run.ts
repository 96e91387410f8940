import type { InstanceSummary } from "@stoatflow/api";

/** The runs of an app that go on: one of each instance that was heard. */
export function runsOf(instances: readonly Pick<InstanceSummary, "bootId">[]): ReadonlySet<string> {
  return new Set(instances.map(({ bootId }) => bootId).filter((bootId) => bootId !== null));
}

/**
 * Whether an entry is of a run that is over: of none of those that go on. The run of a tick says nothing of that, for a
 * tick of several instances has one of its own. As long as no run is known, nothing is said.
 *
 * @param runs of {@link runsOf}.
 */
export function isOfEarlierRun({ bootId }: { readonly bootId: string }, runs: ReadonlySet<string>): boolean {
  return runs.size > 0 && !runs.has(bootId);
}

import type { ApiContext } from "../context.ts";
import type { EventKind } from "../history/events.ts";
import type { EventPage, EventQuery } from "../history/past-events.ts";
import { withAcknowledgements } from "../violations/with-acknowledgements.ts";
import type { HistoryMarks } from "../wire/index.ts";

type MarksQuery = Omit<EventQuery, "before">;

/** What happened in a span, each kind by itself, so that many of one hide none of another. @throws {ApiError} `unknown-app`, `storage` */
export async function pastMarks(context: ApiContext, query: MarksQuery): Promise<HistoryMarks> {
  const { events } = context.history;
  context.collectors.get(query.appId);
  const marksOf = async <Entry>(kind: EventKind, { items, nextBefore }: EventPage<Entry>) => ({
    items,
    more: nextBefore === null ? 0 : Math.max(0, (await events.count(kind, query)) - items.length),
  });
  const violations = await marksOf("violation", await events.violations(query));
  return {
    holds: await marksOf("hold", await events.holds(query)),
    violations: {
      ...violations,
      items: await withAcknowledgements(context.acknowledgements, query.appId, violations.items),
    },
    lifecycle: await marksOf("life-cycle", await events.lifecycle(query)),
    leaderChanges: await marksOf("leader-change", await events.leaderChanges(query)),
  };
}

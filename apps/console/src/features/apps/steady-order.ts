import { type Trouble, troubles } from "./trouble.ts";

/** How long an app has to be better, without a break, before its row goes down. */
export const calmMs = 30_000;

/** Where an app stands in the order, and the worst that it was since it became better than that. */
interface Standing {
  readonly trouble: Trouble;
  readonly better: { readonly sinceMs: number; readonly worst: Trouble } | undefined;
}

/** By id, each app as the order has it. */
export type Standings = ReadonlyMap<string, Standing>;

/**
 * The order after another look at the apps: what becomes worse goes up at once, and what becomes better goes down only
 * after {@link calmMs}, so that no row jumps to and fro with an app that is now well and now not. The same map where
 * nothing of it is another. `nowMs`: any clock that is the same one each time.
 *
 * @example
 * ```ts
 * const first = settle(new Map(), new Map([["orders", "behind"]]), 0);
 * settle(first, new Map([["orders", "well"]]), 1000).get("orders")?.trouble; // "behind", for 30 s from there
 * ```
 */
export function settle(before: Standings, now: ReadonlyMap<string, Trouble>, nowMs: number): Standings {
  const after = new Map<string, Standing>();
  let changed = before.size !== now.size;
  for (const [id, trouble] of now) {
    const standing = before.get(id);
    const next = standing === undefined ? { trouble, better: undefined } : step(standing, trouble, nowMs);
    changed ||= next !== standing;
    after.set(id, next);
  }
  return changed ? after : before;
}

function step(standing: Standing, now: Trouble, nowMs: number): Standing {
  const { trouble, better } = standing;
  if (!isBetter(now, trouble))
    return now === trouble && better === undefined ? standing : { trouble: now, better: undefined };
  if (better === undefined) return { trouble, better: { sinceMs: nowMs, worst: now } };
  const worst = isBetter(now, better.worst) ? better.worst : now;
  if (nowMs - better.sinceMs >= calmMs) return { trouble: worst, better: undefined };
  return worst === better.worst ? standing : { trouble, better: { ...better, worst } };
}

function isBetter(a: Trouble, b: Trouble): boolean {
  return troubles.indexOf(a) > troubles.indexOf(b);
}

/** Trouble first, as the standings have it; equals by name. */
export function inOrder<App extends { readonly id: string }>(
  apps: readonly App[],
  standings: Standings,
): readonly App[] {
  const place = (id: string): number => troubles.indexOf(standings.get(id)?.trouble ?? "well");
  return apps.toSorted((a, b) => place(a.id) - place(b.id) || byName.compare(a.id, b.id));
}

/** `app-3` stands in front of `app-13`. */
const byName = new Intl.Collator("en", { numeric: true });

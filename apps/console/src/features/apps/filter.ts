import type { AppSummary } from "@stoatflow/api";

/** Which apps are shown: those that fulfil all that is given. */
export interface AppFilter {
  /** Each of its words is somewhere in the name, the environment, the owner or a label; case does not matter. */
  readonly words: string;
  readonly environment: string | null;
  readonly owner: string | null;
  /** `name=value`. */
  readonly label: string | null;
}

type Named = Pick<AppSummary, "id" | "environment" | "owner" | "labels">;

export function isShown(app: Named, { words, environment, owner, label }: AppFilter): boolean {
  if (environment !== null && app.environment !== environment) return false;
  if (owner !== null && app.owner !== owner) return false;
  const labels = labelsOf(app);
  if (label !== null && !labels.includes(label)) return false;
  const text = [app.id, app.environment, app.owner, ...labels].join("\n").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The labels of an app as they are written in an address. */
export function labelsOf({ labels }: Pick<AppSummary, "labels">): readonly string[] {
  return Object.entries(labels).map(([name, value]) => `${name}=${value}`);
}

/** What there is to choose from, each once and in order. */
export function choicesOf(apps: readonly Named[]): {
  readonly environments: readonly string[];
  readonly owners: readonly string[];
  readonly labels: readonly string[];
} {
  return {
    environments: distinct(apps.map((app) => app.environment)),
    owners: distinct(apps.map((app) => app.owner)),
    labels: distinct(apps.flatMap(labelsOf)),
  };
}

function distinct(values: readonly (string | null)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== null))].sort();
}

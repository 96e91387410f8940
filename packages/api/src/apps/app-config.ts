/** One configured app. */
export interface AppConfig {
  /** How pages name it, e.g. `orders`. */
  readonly id: string;
  /**
   * Base addresses of its engines, one an instance, `http` or `https`, each ending with a slash; never empty. Several
   * are one app: what they tell is merged.
   */
  readonly urls: readonly string[];
  readonly environment: string | null;
  /** Who to ask, e.g. a team. */
  readonly owner: string | null;
  /** What to do when it is in trouble; `http` or `https`, since a page makes a link of it. */
  readonly runbookUrl: string | null;
  readonly labels: Readonly<Record<string, string>>;
}

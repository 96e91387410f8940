/** One configured app. */
export interface AppConfig {
  /** How pages name it, e.g. `orders`. */
  readonly id: string;
  /** Base address of its engine, `http` or `https`, ending with a slash. */
  readonly url: string;
  readonly environment: string | null;
}

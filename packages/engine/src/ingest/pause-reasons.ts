import type { PauseReason } from "../wire/index.ts";

/**
 * Why the app is paused: a set of reasons, one of each kind. The app runs again when the set is empty, so that two
 * parties that pause it do not resume it for each other.
 */
export class PauseReasons {
  readonly #reasons = new Map<PauseReason["kind"], PauseReason>();

  get any(): boolean {
    return this.#reasons.size > 0;
  }

  add(reason: PauseReason): void {
    this.#reasons.set(reason.kind, reason);
  }

  remove(kind: PauseReason["kind"]): void {
    this.#reasons.delete(kind);
  }

  list(): PauseReason[] {
    return [...this.#reasons.values()];
  }
}

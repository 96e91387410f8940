/**
 * What one app's topology is, asked once a run of the app however many look: it can't change without a restart.
 *
 * Owned by the app's collector. A call that failed is not kept; readers that come meanwhile share it.
 */
import type { TopologyBody } from "@stoatflow/engine/wire";
import { ApiError } from "../api-error.ts";

export class TopologyOfBoot {
  readonly #fetch: (signal: AbortSignal) => Promise<TopologyBody>;
  readonly #abort = new AbortController();
  #held: { readonly bootId: string; readonly body: Promise<TopologyBody> } | undefined;

  constructor(fetch: (signal: AbortSignal) => Promise<TopologyBody>) {
    this.#fetch = fetch;
  }

  /**
   * @param bootId the run whose topology is wanted; `undefined`: none was seen yet.
   * @throws {ApiError} `unreachable`, `timeout`, `bad-answer`, `too-large`
   */
  async get(bootId: string | undefined): Promise<TopologyBody> {
    if (bootId === undefined)
      throw new ApiError("unreachable", "the app was not reached yet, so that its topology is not known");
    if (this.#held?.bootId !== bootId) this.#held = { bootId, body: this.#fetch(this.#abort.signal) };
    const held = this.#held;
    try {
      const body = await held.body;
      // Of another run than the feed's newest: right for now, but nothing to keep under this name.
      if (body.bootId !== bootId) this.#forget(held);
      return body;
    } catch (thrown) {
      this.#forget(held);
      throw thrown;
    }
  }

  close(): void {
    this.#abort.abort();
  }

  #forget(held: { readonly bootId: string }): void {
    if (this.#held === held) this.#held = undefined;
  }
}

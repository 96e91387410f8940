import type { Clock } from "@stoatflow/engine";
import { integerBetween, type Random } from "../chance.ts";
import { Hindrance } from "../incidents/hindrance.ts";
import { type Merchant, merchants } from "./merchants.ts";

/** What one answer takes: a service across the network, quick and yet much slower than a record. */
const answerMs = { least: 8, most: 24 };

/** Who a merchant is: stands for a service of its own that is asked for each payment. */
export class MerchantDirectory {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #hindrance: Hindrance;
  readonly #byId = new Map(merchants.map((merchant) => [merchant.id, merchant]));

  constructor(clock: Clock, random: Random, hindrance = new Hindrance()) {
    this.#clock = clock;
    this.#random = random;
    this.#hindrance = hindrance;
  }

  /** Resolves to `undefined` where it does not know the merchant. */
  find(id: string): Promise<Merchant | undefined> {
    return new Promise((resolve) => {
      const takesMs =
        integerBetween(answerMs.least, answerMs.most, this.#random) + this.#hindrance.slowerByMs;
      this.#clock.after(takesMs, () => this.#hindrance.whenFree(id, () => resolve(this.#byId.get(id))));
    });
  }
}

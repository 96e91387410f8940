/**
 * The sensors of all halls, and the gateway that loses its link: what is written to `readings`.
 *
 * It owns the sensors and what the shielded hall's gateway keeps, at most `gatewayKeeps` readings. Called by the
 * feed, some ten times a second; a seed determines every reading.
 */
import type { ProducerRecord } from "@stoatflow/engine";
import type { Random } from "../chance.ts";
import type { RecordSource } from "../record-source.ts";
import { type Hall, halls } from "./reading.ts";
import { gatewayKeeps, isOutOfReach, shieldedHall } from "./rhythm.ts";
import { Sensor } from "./sensor.ts";

const sensorsPerHall = 6;

export class SensorField implements RecordSource {
  readonly #startMs: number;
  readonly #sensors: readonly { readonly hall: Hall; readonly sensor: Sensor }[];
  #kept: ProducerRecord[] = [];

  constructor(random: Random, nowMs: number) {
    this.#startMs = nowMs;
    this.#sensors = halls.flatMap((hall) =>
      Array.from({ length: sensorsPerHall }, (_, index) => ({
        hall,
        sensor: new Sensor(hall, index + 1, random, nowMs),
      })),
    );
  }

  next(nowMs: number): ProducerRecord[] {
    const linked: ProducerRecord[] = [];
    for (const { hall, sensor } of this.#sensors) {
      (hall === shieldedHall ? this.#kept : linked).push(...sensor.next(nowMs));
    }
    if (isOutOfReach(nowMs - this.#startMs)) {
      this.#kept = this.#kept.slice(-gatewayKeeps);
      return linked;
    }
    const handedIn = this.#kept;
    this.#kept = [];
    return [...handedIn, ...linked];
  }
}

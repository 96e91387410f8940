/**
 * One sensor of a hall: what it reads, once a second, and when.
 *
 * It owns when it reads next. A value is the hall's usual one, drifting slowly, with a little of the sensor's own
 * and a little noise; now and then a probe does not answer.
 */
import type { ProducerRecord } from "@stoatflow/engine";
import { partitionForKey } from "@stoatflow/engine";
import { longestStepMs } from "../arrivals.ts";
import { integerBetween, type Random } from "../chance.ts";
import { type Hall, type Reading, readingsPartitions, readingsTopic, unplugged } from "./reading.ts";

const readEveryMs = 1000;
const unpluggedShare = 0.002;
/** From the sensor over the air to its gateway, within the bound of out-of-orderness. */
const airMs = { least: 20, most: 1500 };
const driftMs = 180_000;

interface Climate {
  readonly celsius: number;
  readonly swing: number;
  readonly humidityPercent: number;
}

const climateOf: Readonly<Record<Hall, Climate>> = {
  "cold-store": { celsius: 3.4, swing: 0.8, humidityPercent: 82 },
  drying: { celsius: 61.5, swing: 2.5, humidityPercent: 24 },
  kiln: { celsius: 88, swing: 6, humidityPercent: 9 },
  "paint-shop": { celsius: 22.8, swing: 0.6, humidityPercent: 55 },
};

export class Sensor {
  readonly #hall: Hall;
  readonly #name: string;
  readonly #key: Buffer;
  readonly #partition: number;
  readonly #random: Random;
  readonly #offset: number;
  readonly #battery: number;
  #nextMs: number;

  constructor(hall: Hall, number: number, random: Random, nowMs: number) {
    this.#hall = hall;
    this.#name = `${hall}-${number}`;
    this.#key = Buffer.from(hall);
    this.#partition = partitionForKey(this.#key, readingsPartitions);
    this.#random = random;
    this.#offset = random() - 0.5;
    this.#battery = integerBetween(31, 99, random);
    this.#nextMs = nowMs + integerBetween(0, readEveryMs, random);
  }

  /** What reached the gateway since the last call. */
  next(nowMs: number): ProducerRecord[] {
    // A stall is made up for a little, and a clock that was set back is followed.
    this.#nextMs = Math.min(Math.max(this.#nextMs, nowMs - longestStepMs), nowMs + readEveryMs);
    const records: ProducerRecord[] = [];
    for (; this.#nextMs <= nowMs; this.#nextMs += readEveryMs) records.push(this.#read(this.#nextMs));
    return records;
  }

  #read(arrivedMs: number): ProducerRecord {
    const random = this.#random;
    const { celsius, swing, humidityPercent } = climateOf[this.#hall];
    const timestampMs = arrivedMs - integerBetween(airMs.least, airMs.most, random);
    const drift = Math.sin((2 * Math.PI * (timestampMs % driftMs)) / driftMs);
    const noise = (random() - 0.5) * 0.3;
    const reading: Reading = {
      hall: this.#hall,
      sensor: this.#name,
      celsius:
        random() < unpluggedShare ? unplugged : toTenths(celsius + swing * drift + this.#offset + noise),
      humidityPercent: toTenths(humidityPercent - 2 * drift + noise),
      batteryPercent: this.#battery,
      readAt: new Date(timestampMs).toISOString(),
    };
    return {
      topic: readingsTopic,
      partition: this.#partition,
      timestampMs,
      key: this.#key,
      value: Buffer.from(JSON.stringify(reading)),
      headers: [["content-type", Buffer.from("application/json")]],
    };
  }
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}

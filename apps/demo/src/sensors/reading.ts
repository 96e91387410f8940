/** What a hall's gateway writes to the topic `readings`, keyed by the hall. */
export interface Reading {
  readonly hall: Hall;
  /** E.g. `kiln-3`. */
  readonly sensor: string;
  /** {@link unplugged} where the probe does not answer. */
  readonly celsius: number;
  readonly humidityPercent: number;
  readonly batteryPercent: number;
  /** When the sensor read; the time that counts. */
  readonly readAt: string;
}

/** What `readings-per-window` holds: how many readings of a hall are there, written again as it grows. */
export interface ReadingsPerWindow {
  readonly hall: string;
  readonly windowStart: string;
  readonly readings: number;
}

/** Each hall has a partition of its own by the hash of its name, so that one hall's silence is one partition's. */
export const halls = ["cold-store", "drying", "kiln", "paint-shop"] as const;
export type Hall = (typeof halls)[number];

/** The value of a probe that is not plugged in. */
export const unplugged = -127;

export const readingsTopic = "readings";
export const readingsPartitions = 4;
export const readingsPerWindowTopic = "readings-per-window";

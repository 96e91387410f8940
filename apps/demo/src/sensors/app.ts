import type { DemoApp } from "../demo-app.ts";
import { readingsPartitions, readingsPerWindowTopic, readingsTopic } from "./reading.ts";
import { SensorField } from "./sensor-field.ts";
import { sensorsTopology } from "./topology.ts";

/** The climate of four halls: one of them goes quiet most of each minute, and comes back with what it kept. */
export const sensorsApp: DemoApp = {
  id: "sensors",
  topics: [
    { topic: readingsTopic, partitions: readingsPartitions },
    { topic: readingsPerWindowTopic, partitions: readingsPartitions },
  ],
  settings: {},
  asksAService: false,
  topology: sensorsTopology,
  source: ({ clock, random }) => new SensorField(random, clock.nowMs()),
};

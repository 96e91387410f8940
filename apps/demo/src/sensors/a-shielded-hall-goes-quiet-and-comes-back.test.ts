import { partitionForKey } from "@stoatflow/engine";
import { SeededRandom } from "@stoatflow/engine/testing";
import { expect, test } from "vitest";
import { type Hall, halls, type Reading, readingsPartitions, unplugged } from "./reading.ts";
import { boundMs, gatewayKeeps, graceMs, idlenessMs, shieldedHall, windowMs } from "./rhythm.ts";
import { SensorField } from "./sensor-field.ts";

const startMs = 1_790_000_000_000;
const stepMs = 100;
const minutes = 5;

function generate(seed: number) {
  const random = new SeededRandom(seed);
  const field = new SensorField(() => random.next(), startMs);
  return Array.from({ length: (minutes * 60_000) / stepMs }, (_, step) => {
    const nowMs = startMs + (step + 1) * stepMs;
    return field.next(nowMs).map((record) => ({
      record,
      nowMs,
      reading: JSON.parse(String(record.value)) as Reading,
    }));
  }).flat();
}

const written = generate(7);
const of = (hall: Hall) => written.filter(({ reading }) => reading.hall === hall);
const delayOf = ({ record, nowMs }: (typeof written)[number]) => nowMs - record.timestampMs;

/** Stretches of at least `leastMs` without a record of the hall, over the whole run. */
function silences(hall: Hall, leastMs: number): { fromMs: number; untilMs: number }[] {
  const times = [startMs, ...of(hall).map(({ nowMs }) => nowMs), startMs + minutes * 60_000];
  return times
    .slice(1)
    .map((untilMs, index) => ({ fromMs: times[index] ?? startMs, untilMs }))
    .filter(({ fromMs, untilMs }) => untilMs - fromMs >= leastMs);
}

test("a seed determines every reading", () => {
  const asText = (readings: typeof written) => JSON.stringify(readings.map(({ reading }) => reading));
  expect(asText(generate(7)) === asText(written)).toBe(true);
  expect(asText(generate(8)) === asText(written)).toBe(false);
});

test("each hall has a partition of its own", () => {
  const partitions = halls.map((hall) => new Set(of(hall).map(({ record }) => record.partition)));
  expect(partitions.every(({ size }) => size === 1)).toBe(true);
  expect(new Set(partitions.flatMap((some) => [...some])).size).toBe(halls.length);
  for (const { record } of written.slice(0, 200)) {
    expect(partitionForKey(record.key ?? Buffer.alloc(0), readingsPartitions)).toBe(record.partition);
  }
});

test("the shielded hall is silent past its idleness in each minute, from the first on; the others never are", () => {
  const idle = silences(shieldedHall, idlenessMs + 5000);
  expect(idle.length).toBe(minutes);
  for (const [minute, { fromMs, untilMs }] of idle.entries()) {
    expect(fromMs + idlenessMs - startMs - minute * 60_000).toBeLessThan(30_000);
    expect(untilMs - fromMs).toBeGreaterThan(30_000);
  }
  for (const hall of halls) if (hall !== shieldedHall) expect(silences(hall, 3000)).toEqual([]);
});

test("what it comes back with is bounded, some of it too late for its window and some not", () => {
  for (const { untilMs } of silences(shieldedHall, idlenessMs)) {
    const handedIn = of(shieldedHall).filter(({ nowMs }) => nowMs === untilMs);
    if (handedIn.length === 0) continue;
    expect(handedIn.length).toBeLessThanOrEqual(gatewayKeeps + 10);
    const closed = handedIn.filter((one) => delayOf(one) > windowMs + graceMs + boundMs);
    expect(closed.length).toBeGreaterThan(10);
    expect(handedIn.length - closed.length).toBeGreaterThan(10);
  }
});

test("while there is a link no reading is behind the bound or ahead of the clock", () => {
  for (const hall of halls) {
    if (hall === shieldedHall) continue;
    const delays = of(hall).map(delayOf);
    expect(Math.max(...delays)).toBeLessThanOrEqual(boundMs);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
  }
});

test("readings are those of their hall, and say when they were read", () => {
  const span: Readonly<Record<Hall, readonly [number, number]>> = {
    "cold-store": [1, 6],
    drying: [57, 66],
    kiln: [80, 96],
    "paint-shop": [21, 25],
  };
  for (const { record, reading } of written) {
    expect(Date.parse(reading.readAt)).toBe(record.timestampMs);
    expect(String(record.key)).toBe(reading.hall);
    if (reading.celsius === unplugged) continue;
    const [least, most] = span[reading.hall];
    expect(reading.celsius).toBeGreaterThan(least);
    expect(reading.celsius).toBeLessThan(most);
  }
  const broken = written.filter(({ reading }) => reading.celsius === unplugged).length;
  expect(broken).toBeGreaterThan(0);
  expect(broken / written.length).toBeLessThan(0.01);
});

test("after a stall of an hour little is made up for, and a clock that is set back is followed", () => {
  const random = new SeededRandom(7);
  const field = new SensorField(() => random.next(), startMs);
  expect(field.next(startMs + 3_600_000).length).toBeLessThanOrEqual(60);
  expect(field.next(startMs)).toEqual([]);
  expect(field.next(startMs + 1000).length).toBeGreaterThan(0);
});

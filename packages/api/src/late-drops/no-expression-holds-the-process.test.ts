import type { LateDrop } from "@stoatflow/engine/wire";
import { describe, expect, it } from "vitest";
import { type Clock, systemClock } from "../clock.ts";
import { lateDropOf } from "../testing/bodies.ts";
import { clockOfSlowWork } from "../testing/clock-of-slow-work.ts";
import { cutOffMax, DropFilter, questionMs, recordMs, type Verdict } from "./drop-filter.ts";
import { BadExpression } from "./expression.ts";

/** Backtracks for longer than anyone lives. */
const hostile = 'valueText.matches("^(a+)+$")';
const slow = `${"a".repeat(60)}!`;
/** Goes over a list within a list within a list. */
const nested = "value.all(a, value.all(b, value.all(c, a + b + c >= 0)))";

/** How often a timer that is always due had its turn while `work` was done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return turns;
}

async function verdictsOf(expression: string, values: readonly string[], clock: Clock = systemClock) {
  const filter = new DropFilter({ expression }, clock);
  const drops = values.map((value, i) => lateDropOf(i + 1, value));
  const verdicts: Verdict[] = [];
  for await (const judged of filter.judged(drops)) verdicts.push(...judged.map(([, verdict]) => verdict));
  return verdicts;
}

describe("an expression that never ends", () => {
  it.each([
    [hostile, slow],
    [nested, JSON.stringify(Array.from({ length: 3000 }, (_, i) => i))],
  ])("%s is cut off at its record, and those before and behind it are judged", async (expression, value) => {
    const [before, cut, after] = await verdictsOf(expression, ["[1]", value, "[2]"]);
    expect(cut).toMatchObject({ message: `took longer than ${recordMs} ms`, offset: 0 });
    expect(typeof before).toBe("boolean");
    expect(typeof after).toBe("boolean");
  });

  it("ends its question once it was cut off at a few records, however many there are", async () => {
    const asked = verdictsOf(hostile, Array<string>(10_000).fill(slow));
    await expect(asked).rejects.toThrow(BadExpression);
    await expect(asked).rejects.toThrow(
      `takes longer than ${recordMs} ms for ${cutOffMax} of the first ${cutOffMax} records`,
    );
  });

  it("lets a timer have its turn behind each record that it is cut off at", async () => {
    const cut = cutOffMax - 1;
    const turns = await turnsDuring(() => verdictsOf(hostile, Array<string>(cut).fill(slow)));
    expect(turns).toBeGreaterThanOrEqual(cut - 1);
  });

  it("holds up no more where many ask at once: one of them is worked on in a turn", async () => {
    const asking = 5;
    const turns = await turnsDuring(() =>
      Promise.all(Array.from({ length: asking }, () => verdictsOf(hostile, [slow, slow]))),
    );
    expect(turns).toBeGreaterThanOrEqual(2 * asking - 1);
  });
});

describe("an expression that takes its time", () => {
  it("stops where all records together take too long, and those before are judged", async () => {
    const clock = clockOfSlowWork(recordMs);
    const verdicts = await verdictsOf("latenessMs > 0", Array<string>(10_000).fill("1"), clock);
    expect(verdicts).toEqual(Array(64 * (questionMs / recordMs + 1)).fill(true));
  });

  it("is not refused for a few that it was cut off at, where most were judged", async () => {
    const values = Array.from({ length: 2 * cutOffMax }, (_, i) => (i % 2 === 1 ? slow : "b"));
    const verdicts = await verdictsOf(hostile, values, clockOfSlowWork(0));
    expect(verdicts.map((verdict) => typeof verdict)).toEqual(
      values.map((value) => (value === slow ? "object" : "boolean")),
    );
  });

  it("lets others have their turn between its records", async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await verdictsOf("latenessMs > 0", Array<string>(640).fill("1"));
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(9);
  });
});

describe("an expression that makes much of little", () => {
  const doubling = (levels: number) => {
    const names = Array.from({ length: levels }, (_, i) => `v${i}`);
    const open = names.map((name, i) => `[[v${i - 1}, v${i - 1}]].exists(${name}, `).join("");
    return `${open}size(v${levels - 1}) > 0${")".repeat(levels)}`.replaceAll("v-1", "value");
  };

  it("is refused where it nests too deep", async () => {
    await expect(verdictsOf(doubling(20), ["1"])).rejects.toThrow(/maxDepth/);
  });

  it("is judged where it does not", async () => {
    expect(await verdictsOf(doubling(4), ["1"])).toEqual([true]);
  });
});

it("what an expression can't be held against is no match, and its fault says why and where", async () => {
  const verdicts = await verdictsOf("value.amount > 5", ['{"amount":6}', '{"amount":1}', "{}", "text"]);
  expect(verdicts.slice(0, 2)).toEqual([true, false]);
  expect(verdicts[2]).toMatchObject({ message: "No such key: amount", offset: 6, line: 1, column: 7 });
  expect(verdicts[3]).toMatchObject({ offset: 6 });
});

it("a value of which only the first bytes are held is not taken for another one", async () => {
  const filter = new DropFilter({ expression: 'value == "cut"' }, systemClock);
  const drop: LateDrop = {
    ...lateDropOf(1),
    value: { encoding: "utf8", text: "cut", sizeBytes: 9000, truncated: true },
  };
  for await (const [[, verdict] = []] of filter.judged([drop]))
    expect(verdict).toMatchObject({
      message: expect.stringMatching(/^value: only its first bytes are held/),
    });
});

it("what the rest of a filter leaves out is not held against the expression", async () => {
  const filter = new DropFilter({ expression: "value.amount > 5", topic: "payments" }, systemClock);
  for await (const judged of filter.judged([lateDropOf(1)]))
    expect(judged.map(([, verdict]) => verdict)).toEqual([false]);
});

import { describe, expect, it } from "vitest";
import type { OptionsInput } from "../options.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { passThrough } from "../testing/topologies.ts";

const hourMs = 3_600_000;
const after = "message.timestamp.after.max.ms";
const before = "message.timestamp.before.max.ms";
const at = (key: string, ts: number) => ({ key, value: "v", ts });

/** `in` → `out`, where `out` takes stamps up to an hour ahead, as Kafka's topics do. */
async function limitedWorld(
  settings: OptionsInput = {},
  config: Record<string, string> = { [after]: "3600000" },
) {
  const here = new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: passThrough(), settings });
  here.log.configureTopic("out", config);
  await here.start();
  return here;
}

function written(here: EmbeddedWorld, topic = "out") {
  return here.log.readCommitted(topic).map(({ key, timestampMs, headers }) => ({
    key: String(key),
    ts: timestampMs - here.startMs,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
  }));
}

describe.each(["exactly-once", "at-least-once"] as const)("%s: an output beyond the limit", (guarantee) => {
  const settings = { "processing.guarantee": guarantee };

  it("is by default stamped now, in its place, with its event time in a header, and warned of", async () => {
    const here = await limitedWorld(settings);
    here.append("in", 0, [at("a", 0), at("b", 2 * hourMs), at("c", 10)]);
    await here.pass(500);
    expect(written(here)).toEqual([
      { key: "a", ts: 0, headers: {} },
      {
        key: "b",
        ts: expect.toSatisfy((ts: number) => ts >= 0 && ts <= 500),
        headers: { "stoatflow.event-time-ms": `${here.startMs + 2 * hourMs}` },
      },
      { key: "c", ts: 10, headers: {} },
    ]);
    const warned = here.warnings.filter((warning) => warning.includes(after));
    expect(here.app.snapshot().status.counters.outputsBeyondLimit).toEqual([
      { topic: "out", policy: "clamp", count: 1 },
    ]);
    expect(warned).toHaveLength(1);
    expect(warned[0]).toMatch(/"out".*3600000 ms.*stamped now.*raise/);
    expect(here.app.lifecycle).toBe("running");
  });

  it("goes to the dead-letter topic where the policy says so, with the topic it was meant for", async () => {
    const here = await limitedWorld({ ...settings, "processing.output-beyond-limit": "dead-letter" });
    here.append("in", 0, [at("a", 0), at("b", 2 * hourMs)]);
    await here.pass(500);
    expect(here.output("out")).toEqual(["a=v"]);
    expect(written(here, "app-dead-letter")).toEqual([
      {
        key: "b",
        ts: expect.toSatisfy((ts: number) => ts >= 0 && ts <= 500),
        headers: {
          "stoatflow.app": "app",
          "stoatflow.output.topic": "out",
          "stoatflow.output.partition": "0",
          "stoatflow.event-time-ms": `${here.startMs + 2 * hourMs}`,
          "stoatflow.dead-letter.reason": "output-beyond-limit",
          "stoatflow.dead-letter.error-message": expect.stringContaining(after),
        },
      },
    ]);
    const { emitted, outputsBeyondLimit } = here.app.snapshot().status.counters;
    expect(emitted).toBe(1);
    expect(outputsBeyondLimit).toEqual([{ topic: "out", policy: "dead-letter", count: 1 }]);
  });

  it("ends the app where the policy is fail, naming topic, limit and way out, and nothing is committed", async () => {
    const here = await limitedWorld({ ...settings, "processing.output-beyond-limit": "fail" });
    here.append("in", 0, [at("b", 2 * hourMs)]);
    await here.pass(500);
    expect(here.app.lifecycle).toBe("failed");
    expect(await here.app.ended).toMatchObject({
      code: "output-refused",
      message: expect.stringMatching(/"out".*3600000 ms.*message\.timestamp\.after\.max\.ms/),
      setting: "stoatflow.processing.output-beyond-limit",
      remedy: expect.stringMatching(/raise.*clamp/),
    });
    expect(here.committed("in-0")).toBeUndefined();
    expect(here.output("out")).toEqual([]);
  });
});

describe("the limits", () => {
  it("are kept at a distance, since a broker's clock is another", async () => {
    const here = await limitedWorld();
    here.append("in", 0, [at("a", hourMs - 5000), at("b", hourMs - 60_000)]);
    await here.pass(500);
    expect(written(here).map(({ headers }) => Object.keys(headers).length)).toEqual([1, 0]);
  });

  it("hold for the past as well", async () => {
    const here = await limitedWorld({}, { [before]: "86400000" });
    here.append("in", 0, [at("a", -2 * 86_400_000), at("b", -hourMs), at("c", 1000 * hourMs)]);
    await here.pass(500);
    expect(written(here).map(({ headers }) => Object.keys(headers).length)).toEqual([1, 0, 0]);
  });

  it("do not hold where the broker stamps the records itself", async () => {
    const here = await limitedWorld({}, { [after]: "1", "message.timestamp.type": "LogAppendTime" });
    here.append("in", 0, [at("a", 2 * hourMs)]);
    await here.pass(500);
    expect(written(here)).toEqual([{ key: "a", ts: 2 * hourMs, headers: {} }]);
  });

  it("that were lowered since the start are read again when the log refuses, and the epoch is written by them", async () => {
    const here = await limitedWorld({}, {});
    here.append("in", 0, [at("a", 2 * hourMs)]);
    await here.pass(500);
    here.log.configureTopic("out", { [after]: "3600000" });
    here.append("in", 0, [at("b", 2 * hourMs), at("c", 0)]);
    await here.pass(3000);
    expect(here.app.lifecycle).toBe("running");
    expect(here.output("out")).toEqual(["a=v", "b=v", "c=v"]);
    expect(written(here).map(({ headers }) => Object.keys(headers).length)).toEqual([0, 1, 0]);
  });

  it("by which even a stamp of now is refused end the app, which is not tried without end", async () => {
    const here = await limitedWorld({}, {});
    here.log.configureTopic("out", { [after]: "-1000" });
    here.append("in", 0, [at("a", 2 * hourMs)]);
    await here.pass(3000);
    expect(here.app.lifecycle).toBe("failed");
    expect(await here.app.ended).toMatchObject({ code: "output-refused" });
    expect(here.app.snapshot().status.counters.rolledBackEpochs).toBe(1);
    expect(here.output("out")).toEqual([]);
  });
});

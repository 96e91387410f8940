import { describe, expect, it } from "vitest";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { StreamsBuilder } from "../topology/builder.ts";

const good = (key: string) => ({ key, value: "1", ts: 0 });

function jsonWorld(guarantee: "exactly-once" | "at-least-once") {
  const builder = new StreamsBuilder();
  builder.stream("in", { key: Serdes.string(), value: Serdes.json<unknown>() }).to("out");
  return new EmbeddedWorld({
    topics: { in: 1, out: 1 },
    topology: builder.build(),
    settings: { "processing.guarantee": guarantee },
  });
}

describe.each(["exactly-once", "at-least-once"] as const)("%s", (guarantee) => {
  it("a position that moved over markers and aborted data alone is committed", async () => {
    const here = jsonWorld(guarantee);
    await here.start();
    here.append("in", 0, [good("a")]);
    await here.pass(500);
    here.log.appendTransaction("in", 0, [here.record(good("x")), here.record(good("y"))], "aborted");
    await here.pass(500);
    expect(here.committed("in-0")).toBe(4n);
    expect(here.output("out")).toEqual(["a=1"]);
    expect(here.log.openTransactions()).toEqual([]);
  });

  it("a record that can't be decoded ends the app behind the prefix in front of it, which is committed", async () => {
    const here = jsonWorld(guarantee);
    await here.start();
    here.append("in", 0, [good("a"), good("b"), { key: "bad", value: "{", ts: 0 }, good("c")]);
    await here.pass(500);
    expect(here.app.lifecycle).toBe("failed");
    expect(await here.app.ended).toMatchObject({
      code: "undecodable",
      setting: "stoatflow.processing.undecodable",
      remedy: expect.stringContaining("dead-letter"),
    });
    expect(here.committed("in-0")).toBe(2n);
    expect(here.output("out")).toEqual(["a=1", "b=1"]);
    expect(here.log.openTransactions()).toEqual([]);
  });
});

import { expect, it } from "vitest";
import { StoatFlowError } from "../errors.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { passThrough } from "../testing/topologies.ts";

it.each(["exactly-once", "at-least-once"] as const)(
  "%s: the epoch is not tried without end, the failure says why, and nothing of it is committed",
  async (guarantee) => {
    const here = new EmbeddedWorld({
      topics: { in: 1, out: 1 },
      topology: passThrough(),
      settings: { "processing.guarantee": guarantee },
    });
    const client = here.log.client.bind(here.log);
    here.log.client = (options) => {
      const made = client(options);
      const producer = made.producer.bind(made);
      made.producer = (of) => {
        const found = producer(of);
        found.send = () =>
          Promise.reject(
            new StoatFlowError("output-refused", "the record is too large", { remedy: "write less" }),
          );
        return found;
      };
      return made;
    };
    await here.start();
    here.append("in", 0, [{ key: "k", value: "v", ts: 0 }]);
    await here.pass(1000);
    expect(here.app.lifecycle).toBe("failed");
    expect((await here.app.ended)?.code).toBe("output-refused");
    expect(here.app.snapshot().status.lifecycle).toMatchObject({ message: "the record is too large" });
    expect(here.committed("in-0")).toBeUndefined();
    expect(here.output("out")).toEqual([]);
  },
);

import { describe, expect, it } from "vitest";
import { sleep } from "../clock.ts";
import { StoatFlowError } from "../errors.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { passThrough } from "../testing/topologies.ts";

const records = (count: number, prefix = "k") =>
  Array.from({ length: count }, (_, i) => ({ key: `${prefix}${i}`, value: `${i}`, ts: i }));
const shown = (count: number, prefix = "k") =>
  records(count, prefix).map(({ key, value }) => `${key}=${value}`);

function world(partitions = 1) {
  return new EmbeddedWorld({ topics: { in: partitions, out: 1 }, topology: passThrough() });
}

/** A log that takes its time to tell what is committed, as a broker does. */
function slowToTell(here: EmbeddedWorld, delayMs: number): void {
  const client = here.log.client.bind(here.log);
  here.log.client = (options) => {
    const made = client(options);
    const consumer = made.consumer.bind(made);
    made.consumer = (of) => {
      const found = consumer(of);
      const committed = found.committed.bind(found);
      found.committed = async (partitions) => {
        const offsets = await committed(partitions);
        await sleep(here.clock, delayMs);
        return offsets;
      };
      return found;
    };
    return made;
  };
}

describe("an instance that loses its partitions within a commit", () => {
  it("stands by and leaves the one that took them alone, whatever becomes of the commit", async () => {
    const here = world();
    await here.start();
    const first = here.app;
    here.append("in", 0, records(5));
    here.log.inject({ point: "commit-delay", ms: 500 });
    await here.pass(150);
    const second = await here.start({ takesOver: true });
    here.append("in", 0, records(5, "n"));
    await here.pass(5000);
    expect(second.lifecycle).toBe("running");
    expect(first.lifecycle).toBe("starting");
    expect(here.output("out").sort()).toEqual([...shown(5), ...shown(5, "n")].sort());
    expect(here.committed("in-0")).toBe(10n);
    here.append("in", 0, records(3, "z"));
    await here.pass(5000);
    expect(second.lifecycle).toBe("running");
    expect(here.output("out")).toHaveLength(13);
  });
});

describe("a partition that is added while the answer of a commit is lost", () => {
  it.each(["committed", "aborted"] as const)("is read once, from its start (%s)", async (outcome) => {
    // The addition is found at one moment of 5 s; the lost answer is laid at each moment around it.
    for (let lead = 4800; lead <= 5300; lead += 20) {
      const here = world();
      slowToTell(here, 50);
      await here.start();
      await here.pass(100);
      here.log.addPartitions("in", 2);
      here.append("in", 1, records(5, "new"));
      await here.pass(lead);
      here.log.inject({ point: "commit-unknown", outcome });
      here.append("in", 0, records(5));
      await here.pass(8000);
      expect(here.app.lifecycle).toBe("running");
      expect(here.output("out").sort()).toEqual([...shown(5), ...shown(5, "new")].sort());
      expect(here.committed("in-1")).toBe(5n);
      here.crash();
    }
  });
});

describe("a partition that is added while the log does not answer", () => {
  it("is read once it does, and the app runs on meanwhile", async () => {
    const here = world();
    let silent = false;
    const client = here.log.client.bind(here.log);
    here.log.client = (options) => {
      const made = client(options);
      const consumer = made.consumer.bind(made);
      made.consumer = (of) => {
        const found = consumer(of);
        const bounds = found.bounds.bind(found);
        found.bounds = (partitions) =>
          silent ? Promise.reject(new StoatFlowError("log-unavailable", "no answer")) : bounds(partitions);
        return found;
      };
      return made;
    };
    await here.start();
    await here.pass(100);
    here.log.addPartitions("in", 2);
    here.append("in", 1, records(5, "new"));
    silent = true;
    await here.pass(10_000);
    here.append("in", 0, records(5));
    await here.pass(1000);
    expect(here.app.lifecycle).toBe("running");
    expect(here.output("out").sort()).toEqual(shown(5));
    silent = false;
    await here.pass(10_000);
    expect(here.output("out").sort()).toEqual([...shown(5), ...shown(5, "new")].sort());
  });
});

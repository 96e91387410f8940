import { describe, expect, it } from "vitest";
import { sleep } from "../clock.ts";
import { StoatFlowError } from "../errors.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { passThrough } from "../testing/topologies.ts";

const ana = { actor: "ana", reason: "maintenance" };
const records = (count: number, prefix = "k") =>
  Array.from({ length: count }, (_, i) => ({ key: `${prefix}${i}`, value: `${i}`, ts: i }));
const shown = (...prefixes: string[]) =>
  prefixes.flatMap((prefix) => records(5, prefix).map(({ key, value }) => `${key}=${value}`)).sort();

function world() {
  return new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: passThrough() });
}

/** The first app's producers can't reach the log while `cutOff` says so; those of later apps can. */
function cutOffFirst(here: EmbeddedWorld, cutOff: () => boolean): void {
  const client = here.log.client.bind(here.log);
  let clients = 0;
  here.log.client = (options) => {
    const made = client(options);
    clients += 1;
    if (clients > 1) return made;
    const producer = made.producer.bind(made);
    made.producer = (of) => {
      const found = producer(of);
      const init = found.init.bind(found);
      found.init = async () => {
        if (!cutOff()) return init();
        await sleep(here.clock, 10);
        throw new StoatFlowError("log-unavailable", "cut off");
      };
      return found;
    };
    return made;
  };
}

describe("an instance whose partitions are taken over", () => {
  it("while it asks for the outcome of a commit asks no more, and does not fence its successor", async () => {
    const here = world();
    let cutOff = false;
    cutOffFirst(here, () => cutOff);
    await here.start();
    const first = here.app;
    here.append("in", 0, records(5));
    here.log.inject({ point: "commit-unknown", outcome: "aborted" });
    cutOff = true;
    await here.pass(200);
    const second = await here.start({ takesOver: true });
    await here.pass(200);
    cutOff = false;
    here.append("in", 0, records(5, "n"));
    await here.pass(10_000);
    here.append("in", 0, records(5, "z"));
    await here.pass(1000);
    expect(second.lifecycle).toBe("running");
    expect(first.lifecycle).toBe("starting");
    expect(here.output("out").sort()).toEqual(shown("k", "n", "z"));
  });

  it("while it stops is stopped at once, since nothing is left to commit", async () => {
    const here = world();
    await here.start();
    const first = here.app;
    first.parkLane(Buffer.from("k0"), true);
    here.append("in", 0, records(5));
    await here.pass(150);
    const stopped = first.stop();
    await here.pass(50);
    const second = await here.start({ takesOver: true });
    await here.pass(100);
    await stopped;
    expect(first.lifecycle).toBe("stopped");
    await here.pass(500);
    expect(second.lifecycle).toBe("running");
    expect(here.output("out").sort()).toEqual(shown("k"));
  });

  it("and come back before it looks starts again from what is committed", async () => {
    const here = world();
    await here.start();
    here.append("in", 0, records(5));
    await here.pass(300);
    const other = here.log.client({ takesOver: true }).consumer({
      groupId: "app",
      topics: ["in"],
      maxPollRecords: 10,
      metadataMaxAgeMs: 1000,
    });
    void other.start();
    await other.stop();
    here.append("in", 0, records(5, "n"));
    await here.pass(3000);
    expect(here.app.lifecycle).toBe("running");
    expect(here.output("out").sort()).toEqual(shown("k", "n"));
  });

  it("while it is paused is no longer paused, and runs when they come back", async () => {
    const here = world();
    await here.start();
    const first = here.app;
    first.pause(ana);
    await here.pass(300);
    const second = await here.start({ takesOver: true });
    await here.pass(300);
    expect(second.lifecycle).toBe("running");
    expect(first.snapshot().status).toMatchObject({
      lifecycle: { kind: "starting" },
      pauseReasons: [],
      generation: 2,
    });
    const stopped = second.stop();
    await here.pass(1000);
    await stopped;
    expect(first.lifecycle).toBe("running");
  });
});

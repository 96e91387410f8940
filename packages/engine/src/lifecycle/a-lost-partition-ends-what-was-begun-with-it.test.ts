import { describe, expect, it } from "vitest";
import { sleep } from "../clock.ts";
import { StoatFlowError } from "../errors.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { passThrough, windowedCount } from "../testing/topologies.ts";

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

type Admin = ReturnType<EmbeddedWorld["log"]["client"]>["admin"];

/** The next answer about settings, or the next rows of a changelog, come 3 s late when `arm` was called. */
function lateAnswer(here: EmbeddedWorld, what: "settings" | "changelog rows"): { arm(): void } {
  let armed = false;
  const late = async <T>(answer: T): Promise<T> => {
    if (!armed) return answer;
    armed = false;
    await sleep(here.clock, 3000);
    return answer;
  };
  const client = here.log.client.bind(here.log);
  here.log.client = (options) => {
    const made = client(options);
    const { admin } = made;
    const topicConfigs = admin.topicConfigs.bind(admin);
    const readToEnd = admin.readToEnd.bind(admin);
    const slowConfigs: Admin["topicConfigs"] = async (topics) => late(await topicConfigs(topics));
    const slowRead: Admin["readToEnd"] = async (topic, each, end) => {
      const batches: Parameters<typeof each>[0][] = [];
      await readToEnd(topic, (records) => batches.push(records), end);
      for (const batch of await late(batches)) each(batch);
    };
    if (what === "settings") admin.topicConfigs = slowConfigs;
    else admin.readToEnd = slowRead;
    return made;
  };
  return {
    arm: () => {
      armed = true;
    },
  };
}

/** Another member takes the partitions and gives them back. */
async function takeAndGiveBack(here: EmbeddedWorld): Promise<void> {
  const topics = ["in"];
  const options = { groupId: "app", topics, maxPollRecords: 10, metadataMaxAgeMs: 1000 };
  const other = here.log.client({ takesOver: true }).consumer(options);
  void other.start();
  await here.pass(20);
  void other.stop();
  await here.pass(20);
}

describe("an instance whose partitions are taken over", () => {
  it.each(["settings", "changelog rows"] as const)(
    "while it starts on them leaves the stores of its next start alone, when %s come late",
    async (what) => {
      const startMs = 1_790_000_000_000;
      const here = new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: windowedCount({ startMs }) });
      const { arm } = lateAnswer(here, what);
      await here.start();
      const counts: string[] = [];
      const count = async (times: number): Promise<void> => {
        for (let i = 0; i < times; i += 1) {
          const key = `k${counts.length % 10}`;
          here.append("in", 0, [{ key, value: "v", ts: 0 }]);
          counts.push(`${key}@0=${Math.floor(counts.length / 10) + 1}`);
          await here.pass(20);
        }
      };
      await count(20);
      await here.pass(300);
      arm();
      await takeAndGiveBack(here);
      await here.pass(500);
      await takeAndGiveBack(here);
      await count(200);
      await here.pass(300);
      expect(here.output("out")).toEqual(counts);
    },
  );

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
      lastControl: { kind: "taken-over", generation: 2, actor: null },
    });
    const stopped = second.stop();
    await here.pass(1000);
    await stopped;
    expect(first.lifecycle).toBe("running");
  });
});

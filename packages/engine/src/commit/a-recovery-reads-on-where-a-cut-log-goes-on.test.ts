import { describe, expect, it } from "vitest";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { passThrough } from "../testing/topologies.ts";

const records = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => ({ key: `${prefix}${i}`, value: `${i}`, ts: i }));
const shown = (count: number, prefix: string) =>
  records(count, prefix).map(({ key, value }) => `${key}=${value}`);

/** Ten records of either partition are committed, then partition 0 is cut down to five. */
async function cutWorld() {
  const here = new EmbeddedWorld({ topics: { in: 2, out: 1 }, topology: passThrough() });
  await here.start();
  here.append("in", 0, records(10, "a"));
  here.append("in", 1, records(10, "b"));
  await here.pass(300);
  expect(here.committed("in-0")).toBe(10n);
  here.log.truncate("in", 0, 5);
  await here.pass(300);
  return here;
}

describe("a commit that is lost after a log was cut", () => {
  it("does not end the app, though the committed offset lies beyond the end", async () => {
    const here = await cutWorld();
    here.log.inject({ point: "commit-unknown", outcome: "aborted" });
    here.append("in", 1, records(5, "c"));
    await here.pass(1000);
    expect(here.app.lifecycle).toBe("running");
    here.append("in", 0, records(3, "d"));
    await here.pass(1000);
    expect(here.output("out").slice(20).sort()).toEqual([...shown(5, "c"), ...shown(3, "d")]);
    expect(here.committed("in-0")).toBe(8n);
  });

  it.each([1, 2])(
    "loses none of what was written below the committed offset (%d in a row)",
    async (times) => {
      const here = await cutWorld();
      here.log.inject({ point: "commit-unknown", outcome: "aborted", times });
      here.append("in", 0, records(8, "d"));
      await here.pass(3000);
      expect(here.output("out").slice(20).sort()).toEqual(shown(8, "d"));
      expect(here.committed("in-0")).toBe(13n);
    },
  );

  it("after the new records were committed does none of them again", async () => {
    const here = await cutWorld();
    here.append("in", 0, records(3, "d"));
    await here.pass(300);
    here.log.inject({ point: "commit-unknown", outcome: "aborted" });
    here.append("in", 0, records(3, "e"));
    await here.pass(3000);
    expect(here.output("out").slice(20).sort()).toEqual([...shown(3, "d"), ...shown(3, "e")]);
  });
});

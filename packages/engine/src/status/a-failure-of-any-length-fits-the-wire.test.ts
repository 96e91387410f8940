import { expect, it } from "vitest";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { StreamsBuilder } from "../topology/builder.ts";
import { lifecycle } from "../wire/index.ts";

it("what a user's function throws is told, cut to what a reader takes", async () => {
  const strings = { key: Serdes.string(), value: Serdes.string() };
  const builder = new StreamsBuilder();
  builder
    .stream("in", strings)
    .mapValues((): string => {
      throw new Error("x".repeat(5000));
    })
    .to("out", strings);
  const here = new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: builder.build() });
  await here.start();
  here.append("in", 0, [{ key: "k", value: "v", ts: 0 }]);
  await here.pass(1000);
  const failed = here.app.snapshot().status.lifecycle;
  expect(failed).toMatchObject({ kind: "failed", code: "operator-failed" });
  expect(failed).toMatchObject({
    message: expect.stringMatching(/^a function of the topology threw: x{100}/),
  });
  expect(lifecycle.safeParse(failed).error).toBeUndefined();
});

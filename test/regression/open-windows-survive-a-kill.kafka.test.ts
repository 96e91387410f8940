/**
 * A windowed count under exactly-once on a real broker, killed while it works, frozen beyond its session and left by
 * its broker: each record counts once, so the open windows were right every time it went on.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AppRig } from "../apps/app-rig.ts";
import { type Broker, startBroker } from "../broker/index.ts";
import { waitFor } from "../wait-for.ts";
import { CountedFlow } from "./counted-flow.ts";

const kills = 3;
/** Epochs that a process commits before something happens to it. */
const epochsBefore = 4;

let broker: Broker;
let flow: CountedFlow;

beforeAll(async () => {
  broker = await startBroker();
  flow = await CountedFlow.create(broker);
});

afterAll(async () => {
  await flow?.end();
  await broker?.stop();
});

async function committedMore(rig: AppRig): Promise<void> {
  const before = (await rig.status()).counters.committedEpochs;
  await waitFor("some more epochs are committed", async () => {
    const { counters } = await rig.status();
    return counters.committedEpochs >= before + epochsBefore ? true : undefined;
  });
}

it("each record counts once over kills at any moment", async () => {
  flow.flow();
  for (let kill = 0; kill < kills; kill += 1) {
    const rig = await flow.start();
    // Records keep coming, so that an epoch is under way whenever the process ends.
    await committedMore(rig);
    await rig.kill();
  }
  await flow.quiet();
  const rig = await flow.start();
  await rig.caughtUp();
  await flow.expectExactlyOnce();
  await rig.kill();
});

it("each record counts once over a freeze beyond the session, and a broker that was killed", async () => {
  const rig = await flow.start();
  flow.flow();
  await committedMore(rig);
  rig.signal("SIGSTOP");
  const frozenAtMs = performance.now();
  const sessionMs = 6000;
  const over = (): true | undefined => (performance.now() - frozenAtMs > 1.5 * sessionMs ? true : undefined);
  await waitFor("the session is over", over);
  rig.signal("SIGCONT");
  await committedMore(rig);
  await flow.quiet();
  await rig.caughtUp();
  await flow.settled();

  await broker.kill();
  await broker.restart();
  flow.flow();
  await committedMore(rig);
  await flow.quiet();
  await rig.caughtUp();
  expect((await rig.status()).lifecycle.kind).toBe("running");
  await flow.expectExactlyOnce();
});

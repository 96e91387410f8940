import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "@stoatflow/api";
import { expect, onTestFinished, test, vi } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { startConsole } from "./rig.ts";

/** A console with a pause under way at an app that answers once it is let, told to end meanwhile. */
async function stoppingWithAPause() {
  const folder = await mkdtemp(path.join(tmpdir(), "stoatflow-console-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const engine = new FakeEngine({ app: "orders", partitions: 2 });
  onTestFinished(() => engine.close());
  await engine.listen();
  engine.tick(Date.now());
  const held = engine.holdNextAnswer();
  const running = await startConsole({ orders: engine.url }, ["--data", folder]);
  onTestFinished(() => running.stop());
  const answer = fetch(`${running.url}/api/trpc/control.pause`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ apps: [{ appId: "orders" }], actor: "ana", reason: "deploy" }),
  }).then((response) => response.text());
  // Where nobody waits for it, its loss is no failure of the test.
  answer.catch(() => undefined);
  const letAnswer = await held;
  const exit = once(running.child, "exit");
  running.child.kill("SIGTERM");
  await vi.waitFor(() => expect(fetch(`${running.url}/health/live`)).rejects.toThrow(), {
    interval: 10,
    timeout: 20_000,
  });
  return {
    answer,
    letAnswer,
    exit,
    async audited() {
      const database = await openDatabase(path.join(folder, "console.db"));
      onTestFinished(() => database.destroy());
      return database.selectFrom("audit").select(["action", "outcome"]).execute();
    },
  };
}

test("a pause that an app is being asked for is answered and audited before the console ends", async () => {
  const { answer, letAnswer, exit, audited } = await stoppingWithAPause();
  letAnswer();
  expect(JSON.parse(await answer)).toMatchObject({
    result: { data: { results: [{ result: { kind: "done" }, audited: { kind: "complete" } }] } },
  });
  expect(await exit).toEqual([0, null]);
  expect(await audited()).toEqual([{ action: "pause", outcome: "done" }]);
});

test("an app that does not answer keeps no console from its end, and the row says that the outcome is not known", async () => {
  const { exit, audited } = await stoppingWithAPause();
  expect(await exit).toEqual([0, null]);
  expect(await audited()).toEqual([{ action: "pause", outcome: "begun" }]);
});

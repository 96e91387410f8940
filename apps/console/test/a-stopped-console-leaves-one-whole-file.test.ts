import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { listedApp, openDatabase } from "@stoatflow/api";
import { expect, onTestFinished, test, vi } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { startConsole } from "./rig.ts";

const ticks = 5;

test.each(["SIGTERM", "SIGINT"] as const)(
  "after %s the data folder holds the database alone beside its lock, with every tick that was received",
  async (signal) => {
    const folder = await mkdtemp(path.join(tmpdir(), "stoatflow-console-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const engine = new FakeEngine({ app: "orders", partitions: 2 });
    onTestFinished(() => engine.close());
    await engine.listen();
    const atMs = Date.now();
    engine.tick(atMs);
    const running = await startConsole({ orders: engine.url }, ["--data", folder]);
    onTestFinished(() => running.stop());
    await engine.read;
    for (let i = 1; i < ticks; i += 1) engine.tick(atMs + i * 1000);
    await vi.waitFor(
      async () => {
        const response = await fetch(`${running.url}/api/trpc/apps.list`);
        const { result } = (await response.json()) as { readonly result: { readonly data: unknown } };
        const [app] = listedApp.array().parse(result.data);
        expect(app?.sequence).toBe(engine.current.sequence);
      },
      { timeout: 20_000 },
    );
    const exit = once(running.child, "exit");
    running.child.kill(signal);
    expect(await exit).toEqual([0, null]);
    expect(await readdir(folder)).toEqual(["console.db", "console.lock"]);
    const database = await openDatabase(path.join(folder, "console.db"));
    onTestFinished(() => database.destroy());
    const rows = await database.selectFrom("history_ticks").select("at_s").orderBy("at_s").execute();
    const told = [...engine.told.values()].map((snapshot) => Math.floor(snapshot.atMs / 1000));
    expect(rows.map(({ at_s }) => Number(at_s))).toEqual(told);
  },
);

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { appsConfiguration, listedApp } from "@stoatflow/api";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { type ConsoleProcess, startConsole } from "./rig.ts";

const patience = { timeout: 20_000 };
let folder: string;
let file: string;
let engine: FakeEngine;
let running: ConsoleProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "stoatflow-console-"));
  file = path.join(folder, "stoatflow.yaml");
  await writeFile(file, "apps: []\n");
  engine = new FakeEngine({ app: "orders", partitions: 2 });
  await engine.listen();
  engine.tick(Date.now());
  running = await startConsole({}, ["--config", file]);
});

afterAll(async () => {
  await running?.stop();
  await engine?.close();
  await rm(folder, { recursive: true });
});

async function asked<T>(procedure: string, parse: (data: unknown) => T): Promise<T> {
  const response = await fetch(`${running.url}/api/trpc/${procedure}`);
  const { result } = (await response.json()) as { readonly result: { readonly data: unknown } };
  return parse(result.data);
}

const apps = () => asked("apps.list", (data) => listedApp.array().parse(data));
const configuration = () => asked("apps.configuration", (data) => appsConfiguration.parse(data));

test("an app that is written into the file is live soon after, with who owns it", async () => {
  expect(await apps()).toEqual([]);
  const owned = "owner: shop team, runbookUrl: 'https://wiki.example/orders', labels: { tier: '1' }";
  await writeFile(file, `apps: [{ id: orders, url: '${engine.url}', environment: test, ${owned} }]\n`);
  await vi.waitFor(async () => {
    expect(await apps()).toMatchObject([
      {
        id: "orders",
        environment: "test",
        owner: "shop team",
        runbookUrl: "https://wiki.example/orders",
        labels: { tier: "1" },
        connection: { kind: "live" },
      },
    ]);
  }, patience);
  expect(await configuration()).toMatchObject({ kind: "current", file });
});

test("what is wrong in it is told, and the app stays", async () => {
  await writeFile(file, "apps: [{ id: orders, url: here }]\n");
  await vi.waitFor(async () => {
    expect(await configuration()).toMatchObject({
      kind: "refused",
      error: `${file}: apps[0].url: "here" is not an address; write for example http://127.0.0.1:4001`,
    });
  }, patience);
  expect(await apps()).toMatchObject([{ id: "orders", connection: { kind: "live" } }]);
});

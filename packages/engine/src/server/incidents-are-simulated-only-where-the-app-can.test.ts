import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../clock.ts";
import { createEmbeddedLog } from "../embedded/index.ts";
import { createEngine } from "../engine.ts";
import { Serdes } from "../record/serde.ts";
import { StreamsBuilder } from "../topology/builder.ts";
import { incidentAnswer, incidentsBody, refusal, statusBody } from "../wire/index.ts";
import { type Exchange, exchange } from "./testing/exchange.ts";
import { FakeSimulator } from "./testing/fake-simulator.ts";
import { startFake } from "./testing/start-fake.ts";

const calls = [
  ["GET", "/incidents"],
  ["POST", "/incidents/late-burst"],
  ["DELETE", "/incidents/late-burst"],
] as const;

function call(
  url: string,
  method: string,
  asked: object = { actor: "ana" },
  headers = {},
): Promise<Exchange> {
  if (method === "GET") return exchange(url);
  const body = JSON.stringify(asked);
  const length = { "content-type": "application/json", "content-length": String(body.length) };
  return exchange(url, { method, headers: { ...length, ...headers }, body });
}

test.each(calls)("without a simulator %s %s is a 404", async (method, path) => {
  const { url } = await startFake();
  const answer = await call(url + path, method);
  expect(answer.status).toBe(404);
  expect(refusal.parse(JSON.parse(answer.body)).error.code).toBe("not-found");
});

test.each([
  ["with a simulator it is told", new FakeSimulator(), true],
  ["without one it is not", undefined, false],
])("the capability is the engine's to tell: %s", async (_, incidents, told) => {
  const log = createEmbeddedLog({ clock: systemClock });
  log.createTopic("in", 1);
  log.createTopic("out", 1);
  const bytes = { key: Serdes.bytes(), value: Serdes.bytes() };
  const builder = new StreamsBuilder();
  builder.stream("in", bytes).to("out", bytes);
  const engine = createEngine({
    applicationId: "orders",
    topology: builder.build(),
    log: log.client(),
    env: {},
    logger: pino({ level: "silent" }),
    settings: { "server.port": 0 },
    ...(incidents && { incidents }),
  });
  onTestFinished(() => engine.stop());
  await engine.start();
  const status = statusBody.parse(JSON.parse((await exchange(`${engine.url}/status`)).body));
  expect(status.capabilities.includes("incidents")).toBe(told);
  expect((await exchange(`${engine.url}/incidents`)).status).toBe(told ? 200 : 404);
});

test("an incident is listed, begun once, and ended", async () => {
  const { url, logged } = await startFake({ incidents: new FakeSimulator() });
  const list = async () => incidentsBody.parse(JSON.parse((await exchange(`${url}/incidents`)).body)).items;
  const does = async (method: string) =>
    incidentAnswer.parse(JSON.parse((await call(`${url}/incidents/late-burst`, method)).body)).result;

  expect(await list()).toMatchObject([{ name: "late-burst", running: null }]);
  expect(await does("POST")).toBe("begun");
  expect(await does("POST")).toBe("unchanged");
  expect(await list()).toMatchObject([{ running: { actor: "ana" } }]);
  expect(logged.at(-1)?.fields).toMatchObject({
    call: "begin an incident",
    incident: "late-burst",
    actor: "ana",
  });
  expect(await does("DELETE")).toBe("ended");
  expect(await does("DELETE")).toBe("unchanged");
  expect(await list()).toMatchObject([{ running: null }]);
});

test.each(["POST", "DELETE"])("what a %s may not do changes nothing", async (method) => {
  const { url } = await startFake({ incidents: new FakeSimulator() });
  const of = async (path: string, body?: object, headers?: object) => {
    const { status, body: text } = await call(url + path, method, body, headers);
    return [status, refusal.parse(JSON.parse(text)).error.message] as const;
  };
  const unknown = await of("/incidents/earthquake");
  expect(unknown[0]).toBe(404);
  expect(unknown[1]).toContain("late-burst");
  expect((await of("/incidents/late-burst", {}))[1]).toContain('"actor"');
  expect((await of("/incidents/late-burst", undefined, { origin: "https://elsewhere.example" }))[0]).toBe(
    403,
  );
  expect((await of("/incidents/late-burst", undefined, { host: "elsewhere.example" }))[0]).toBe(403);
  expect((await of("/incidents/late-burst", undefined, { "content-type": "text/plain" }))[0]).toBe(415);
  const { items } = incidentsBody.parse(JSON.parse((await exchange(`${url}/incidents`)).body));
  expect(items[0]?.running).toBe(null);
});

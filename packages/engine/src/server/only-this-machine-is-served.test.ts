import { networkInterfaces } from "node:os";
import { describe, expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { StoatFlowError } from "../errors.ts";
import type { RecordRead } from "../ports.ts";
import { type RunningServer, startServer } from "./start-server.ts";
import { exchange, exchangeRaw } from "./testing/exchange.ts";
import { FakeApp } from "./testing/fake-app.ts";
import { startFake } from "./testing/start-fake.ts";

const record = "/record?topic=orders&partition=1&offset=41";

async function refusedStart(host: string | undefined, port: number): Promise<StoatFlowError> {
  const app = new FakeApp();
  const logger = { info: () => {}, error: () => {} };
  const started = startServer({
    app,
    ...(host !== undefined && { host }),
    port,
    logger,
    clock: systemClock,
  });
  const error = await started.then(
    (server) => server.close().then(() => new Error("it started")),
    (thrown: unknown) => thrown,
  );
  expect(app.listeners).toBe(0);
  if (!(error instanceof StoatFlowError)) throw error;
  return error;
}

test.each([
  "0.0.0.0",
  "::",
  "",
  "192.168.1.10",
  "10.0.0.1",
  "127.0.0.1.example",
  "128.0.0.1",
  "orders.example",
  "*",
])("the host %o is refused, naming the setting, its value and the way out", async (host) => {
  const error = await refusedStart(host, 0);
  expect(error.code).toBe("configuration");
  expect(error.setting).toBe("stoatflow.server.host");
  expect(error.message).toContain(`stoatflow.server.host is ${JSON.stringify(host)}`);
  expect(error.message).toContain("no login");
  expect(error.remedy).toContain("127.0.0.1");
});

test("a taken port is refused, naming the setting and the port", async () => {
  const { port } = await startFake();
  const error = await refusedStart(undefined, port);
  expect(error.code).toBe("listen");
  expect(error.setting).toBe("stoatflow.server.port");
  expect(error.message).toContain(`stoatflow.server.port is ${port}`);
  expect(error.remedy).toContain("free port");
});

test("nothing but the machine's own addresses is listened on", async () => {
  const { port, url } = await startFake();
  expect(url).toBe(`http://127.0.0.1:${port}`);
  const others = Object.values(networkInterfaces())
    .flatMap((of) => of ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal);
  for (const { address } of others) {
    await expect(exchange(`http://${address}:${port}/status`)).rejects.toMatchObject({
      code: "ECONNREFUSED",
    });
  }
});

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["localhost", "127.0.0.1"],
  ["127.0.0.2", "127.0.0.2"],
])("the host %s is served at %s", async (host, shown) => {
  const { url, port } = await startFake({ host });
  expect(url).toBe(`http://${shown}:${port}`);
  expect((await exchange(`${url}/health/live`)).status).toBe(200);
});

test("::1 is served, or refused by the name of the host where the machine has no IPv6", async () => {
  const app = new FakeApp();
  const logger = { info: () => {}, error: () => {} };
  const server = await startServer({ app, host: "::1", logger, clock: systemClock }).catch(
    (thrown: unknown) => thrown,
  );
  if (server instanceof Error) {
    expect(server).toMatchObject({ code: "listen", setting: "stoatflow.server.host" });
    return;
  }
  const { url, close } = server as RunningServer;
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await exchange(`${url}/health/live`)).status).toBe(200);
  await close();
});

describe("the Host of a request", () => {
  test.each([
    ["127.0.0.1:PORT", 200],
    ["localhost:PORT", 200],
    ["LocalHost:PORT", 200],
    ["127.200.3.4:PORT", 200],
    ["[::1]:PORT", 200],
    ["localhost", 403],
    ["localhost:1", 403],
    ["localhost:PORT0", 403],
    ["attacker.example:PORT", 403],
    ["localhost.attacker.example:PORT", 403],
    ["127.0.0.1.nip.example:PORT", 403],
    ["127.1:PORT", 403],
    ["2130706433:PORT", 403],
    ["0.0.0.0:PORT", 403],
    ["[::]:PORT", 403],
    ["user@localhost:PORT", 403],
    ["localhost:PORT,attacker.example", 403],
  ])("%o is answered with %i", async (template, status) => {
    const { url, port, app } = await startFake();
    const host = template.replace("PORT", String(port));
    const body = JSON.stringify({ actor: "ana", reason: "deploy" });
    const json = { "content-type": "application/json" };
    const read = await exchange(`${url}/status`, { headers: { host } });
    const paused = await exchange(`${url}/pause`, { method: "POST", headers: { host, ...json }, body });
    expect([read.status, paused.status]).toEqual([status, status]);
    expect(app.pauses).toHaveLength(status === 200 ? 1 : 0);
    if (status === 403) expect(JSON.parse(read.body).error.code).toBe("forbidden-host");
  });

  test.each([
    "GET /status HTTP/1.1\r\n\r\n",
    "GET /status HTTP/1.1\r\nHost:\r\n\r\n",
    "GET /status HTTP/1.0\r\n\r\n",
  ])("must be there: %j is refused", async (text) => {
    const { port } = await startFake();
    const answer = await exchangeRaw(port, text);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).toContain("forbidden-host");
  });

  test.each(["/status", "/events", "/metrics", "/nowhere"])("is looked at on %s", async (path) => {
    const { url, app } = await startFake();
    const answer = await exchange(url + path, { headers: { host: "attacker.example" } });
    expect(answer.status).toBe(403);
    expect(app.clientCounts).toEqual([]);
  });
});

describe("the Origin of a request that changes something or holds a place", () => {
  test.each([
    [undefined, 200],
    ["http://127.0.0.1:PORT", 200],
    ["http://localhost:PORT", 200],
    ["http://localhost:3000", 403],
    ["https://localhost:PORT", 403],
    ["http://attacker.example", 403],
    ["http://attacker.example:PORT", 403],
    ["http://localhost:PORT.attacker.example", 403],
    ["null", 403],
    ["", 403],
  ])("%o is answered with %i", async (template, status) => {
    const { url, port, app } = await startFake();
    const headers = {
      "content-type": "application/json",
      ...(template !== undefined && { origin: template.replace("PORT", String(port)) }),
    };
    const body = JSON.stringify({ actor: "ana", reason: "deploy" });
    for (const path of ["/pause", "/resume"]) {
      const answer = await exchange(url + path, { method: "POST", headers, body });
      expect(answer.status).toBe(status);
      if (status === 403) expect(JSON.parse(answer.body).error.code).toBe("forbidden-origin");
    }
    const done = status === 200 ? 1 : 0;
    expect([app.pauses.length, app.resumes.length]).toEqual([done, done]);
  });

  // A page that asks without looking at the answer, as an image does, sends no origin.
  test.each([
    { origin: "http://attacker.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])(
    "a page of another origin takes no place among the readers of the feed or of the log: %j",
    async (headers) => {
      let reads = 0;
      const read = async (): Promise<RecordRead> => {
        reads += 1;
        return { kind: "compacted" };
      };
      const { url, app } = await startFake({
        records: { kind: "readable", source: { topics: ["orders"], read } },
      });
      for (const path of [record, "/events"]) {
        const answer = await exchange(url + path, { headers });
        expect(answer.status).toBe(403);
        expect(JSON.parse(answer.body).error.code).toBe("forbidden-origin");
      }
      expect(app.clientCounts).toEqual([]);
      expect(reads).toBe(0);
    },
  );

  test.each(["none", "same-origin"])("who asks from %s is answered", async (site) => {
    const { url } = await startFake();
    expect((await exchange(url + record, { headers: { "sec-fetch-site": site } })).status).toBe(200);
  });

  test("nothing is read from the log for who asks without wanting it", async () => {
    const { url } = await startFake();
    expect((await exchange(url + record, { method: "HEAD" })).status).toBe(404);
  });
});

test("no answer ever lets a page of another origin read it", async () => {
  const { url } = await startFake();
  const preflight = { origin: "http://attacker.example", "access-control-request-method": "POST" };
  const answers = [
    await exchange(`${url}/status`, { headers: { origin: "http://attacker.example" } }),
    await exchange(`${url}/pause`, { method: "OPTIONS", headers: preflight }),
    await exchange(`${url}/pause`, { method: "POST", headers: { origin: "http://attacker.example" } }),
    await exchange(`${url}/nowhere`),
  ];
  for (const { headers } of answers) {
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toBe("no-store");
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 404]);
});

import { once } from "node:events";
import http from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FakeEngine } from "./fake-engine.ts";
import { type ConsoleProcess, startConsole } from "./rig.ts";

let engine: FakeEngine;
let running: ConsoleProcess;

beforeAll(async () => {
  engine = new FakeEngine({ app: "orders", partitions: 2 });
  await engine.listen();
  engine.tick(Date.now());
  running = await startConsole({ orders: engine.url });
});

afterAll(async () => {
  await running?.stop();
  await engine?.close();
});

interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** A request with any head at all, as `fetch` would not send it. */
async function ask(path: string, options: http.RequestOptions = {}, body?: string): Promise<Answer> {
  const request = http.request(`${running.url}${path}`, options);
  request.end(body);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, body: text };
}

const pause = JSON.stringify({ apps: [{ appId: "orders" }], actor: "ana", reason: "test" });
const json = { "Content-Type": "application/json" };

test.each<[name: string, headers: http.OutgoingHttpHeaders, status: number, code: string]>([
  ["a foreign host", { ...json, Host: "evil.example" }, 403, "forbidden-host"],
  ["a foreign origin", { ...json, Origin: "http://evil.example" }, 403, "forbidden-origin"],
  ["a form", { "Content-Type": "application/x-www-form-urlencoded" }, 415, "not-json"],
  ["plain text", { "Content-Type": "text/plain" }, 415, "not-json"],
])("a pause by %s is refused and the app still runs", async (_name, headers, status, code) => {
  const answer = await ask("/api/trpc/control.pause", { method: "POST", headers }, pause);
  expect(answer.status).toBe(status);
  expect(answer.body).toContain(code);
  expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  expect(engine.current.status.generation).toBe(1);
});

test("stdout holds the one line with the address", () => {
  expect(running.output()).toBe(`StoatFlow console listening on ${running.url}\n`);
});

test("an upgrade is a request like any other", async () => {
  const upgrade = { Connection: "Upgrade", Upgrade: "websocket" };
  expect((await ask("/", { headers: { ...upgrade, Host: "evil.example" } })).status).toBe(403);
  expect((await ask("/", { headers: upgrade })).status).toBe(200);
});

test("a foreign host sees no page either", async () => {
  expect((await ask("/", { headers: { Host: "evil.example" } })).status).toBe(403);
});

test("a preflight gets no permission", async () => {
  const answer = await ask("/api/trpc/control.pause", {
    method: "OPTIONS",
    headers: { Origin: "http://evil.example", "Access-Control-Request-Method": "POST" },
  });
  expect(answer.status).toBe(405);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("a mutation is not done by a GET", async () => {
  const answer = await ask(`/api/trpc/control.pause?input=${encodeURIComponent(pause)}`);
  expect(answer.status).toBe(405);
  expect(engine.current.status.generation).toBe(1);
});

test("a body beyond the bound is refused", async () => {
  const huge = JSON.stringify({ apps: [{ appId: "orders" }], actor: "ana", reason: "x".repeat(100_000) });
  const answer = await ask("/api/trpc/control.pause", { method: "POST", headers: json }, huge);
  expect(answer.status).toBe(413);
  expect(engine.current.status.generation).toBe(1);
});

test("every page has a policy with a nonce of its own, which its scripts carry", async () => {
  const nonces = new Set<string>();
  for (let look = 0; look < 2; look += 1) {
    const { headers, body } = await ask("/", {
      headers: { "X-Nonce": "mine", "Content-Security-Policy": "none" },
    });
    const policy = String(headers["content-security-policy"]);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    expect(policy).toContain("'strict-dynamic'");
    expect(policy).not.toContain("unsafe-eval");
    const scripts = body.match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    nonces.add(nonce);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
    });
    expect(headers["x-powered-by"]).toBeUndefined();
  }
  expect(nonces.size).toBe(2);
});

test("a forwarded host changes nothing", async () => {
  const { body, status } = await ask("/apps/orders", {
    headers: {
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
      Forwarded: "host=evil.example",
    },
  });
  expect(status).toBe(200);
  expect(body).not.toContain("evil.example");
});

test("a stream is neither stored nor changed on its way, and does not keep the server from ending", async () => {
  const input = encodeURIComponent(JSON.stringify({ appId: "orders" }));
  const request = http.get(`${running.url}/api/trpc/apps.watch?input=${input}`, {
    headers: { Accept: "text/event-stream" },
  });
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  expect(response.headers["content-type"]).toContain("text/event-stream");
  expect(response.headers["cache-control"]).toBe("no-cache, no-transform");
  expect(response.headers["x-accel-buffering"]).toBe("no");
  expect(response.headers["content-encoding"]).toBeUndefined();
  const [first] = await once(response, "data");
  expect(String(first).length).toBeGreaterThan(0);
  response.on("error", () => {});
  response.resume();
  const ended = once(running.child, "exit");
  running.child.kill("SIGTERM");
  await new Promise((resolve) => response.once("close", resolve));
  expect(await ended).toEqual([0, null]);
});

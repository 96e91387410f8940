import { expect, test } from "vitest";
import { refusal } from "../wire/index.ts";
import { requestBytesMax } from "./server-limits.ts";
import { exchange, exchangeRaw } from "./testing/exchange.ts";
import { startFake } from "./testing/start-fake.ts";

const json = { "content-type": "application/json" };
const good = { actor: "ana", reason: "deploy" };

test.each<[what: string, body: string | Buffer, named: string]>([
  ["no JSON", "{actor", "JSON"],
  ["nothing", "", "JSON"],
  ["a list", "[]", "body"],
  ["a text", '"pause"', "body"],
  ["null", "null", "body"],
  ["an object without an actor", JSON.stringify({ reason: "deploy" }), '"actor"'],
  ["an empty reason", JSON.stringify({ ...good, reason: "" }), '"reason"'],
  ["a reason of the wrong type", JSON.stringify({ ...good, reason: 5 }), '"reason"'],
  ["a reason that is too long", JSON.stringify({ ...good, reason: "x".repeat(1001) }), '"reason"'],
  ["a generation below 0", JSON.stringify({ ...good, expectedGeneration: -1 }), '"expectedGeneration"'],
  [
    "a generation with a fraction",
    JSON.stringify({ ...good, expectedGeneration: 1.5 }),
    '"expectedGeneration"',
  ],
  ["an unknown field", JSON.stringify({ ...good, force: true }), "force"],
  ["a prototype", '{"actor":"ana","reason":"x","__proto__":{"a":1}}', "JSON"],
])("a body that is %s is refused with 400, naming the fault", async (_, body, named) => {
  const { url, app } = await startFake();
  for (const path of ["/pause", "/resume"]) {
    const answer = await exchange(url + path, { method: "POST", headers: json, body });
    expect(answer.status).toBe(400);
    const { error } = refusal.parse(JSON.parse(answer.body));
    expect(error.code).toBe("malformed");
    expect(error.message).toContain(named);
  }
  expect([app.pauses, app.resumes]).toEqual([[], []]);
});

test.each<[field: string, value: unknown, path: string]>([
  ["timeToLiveMs", 999, "/pause"],
  ["timeToLiveMs", 604_800_001, "/pause"],
  ["timeToLiveMs", 60_000, "/resume"],
])("%s of %i is refused by %s", async (field, value, path) => {
  const { url, app } = await startFake();
  const body = JSON.stringify({ ...good, [field]: value });
  const answer = await exchange(url + path, { method: "POST", headers: json, body });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body).error.message).toContain(`"${field}"`);
  expect([app.pauses, app.resumes]).toEqual([[], []]);
});

test.each([
  undefined,
  "text/plain",
  "text/plain; application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonp",
  "application/xml",
])("a body of the type %o is refused with 415", async (type) => {
  const { url, app } = await startFake();
  const headers = type === undefined ? {} : { "content-type": type };
  const answer = await exchange(`${url}/pause`, { method: "POST", headers, body: JSON.stringify(good) });
  expect(answer.status).toBe(415);
  expect(refusal.parse(JSON.parse(answer.body)).error.code).toBe("not-json");
  expect(app.pauses).toEqual([]);
});

test.each(["application/json", "application/json; charset=utf-8", "Application/JSON"])(
  "a body of the type %o is taken",
  async (type) => {
    const { url, app } = await startFake();
    const headers = { "content-type": type };
    const answer = await exchange(`${url}/pause`, { method: "POST", headers, body: JSON.stringify(good) });
    expect(answer.status).toBe(200);
    expect(app.pauses).toEqual([good]);
  },
);

test.each(["content-length", "chunked"])(
  "a body beyond its bound is refused with 413, sent %s",
  async (how) => {
    const { url, app } = await startFake();
    const body = JSON.stringify({ ...good, reason: "x".repeat(requestBytesMax) });
    const headers = how === "chunked" ? { ...json, "transfer-encoding": "chunked" } : json;
    const answer = await exchange(`${url}/pause`, { method: "POST", headers, body });
    expect(answer.status).toBe(413);
    const { error } = refusal.parse(JSON.parse(answer.body));
    expect(error.code).toBe("too-large");
    expect(error.message).toContain(String(requestBytesMax));
    expect(app.pauses).toEqual([]);
  },
);

test.each([
  ["GET", "/"],
  ["GET", "/nowhere"],
  ["GET", "/pause"],
  ["HEAD", "/events"],
  ["DELETE", "/status"],
  ["PUT", "/pause"],
])("%s %s is not found", async (method, path) => {
  const { url } = await startFake();
  const answer = await exchange(url + path, { method });
  expect(answer.status).toBe(404);
  if (method !== "HEAD") expect(refusal.parse(JSON.parse(answer.body)).error.code).toBe("not-found");
});

test.each([
  ["a broken escape", "GET /%zz HTTP/1.1\r\nHost: localhost:PORT\r\nConnection: close\r\n\r\n"],
  ["no HTTP", "hello\r\n\r\n"],
  ["a length that is no number", "POST /pause HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: x\r\n\r\n"],
])("%s is refused with 400 in the shape of every refusal", async (_, text) => {
  const { port, url } = await startFake();
  const answer = await exchangeRaw(port, text.replace("PORT", String(port)));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  const body = answer.slice(answer.indexOf("\r\n\r\n") + 4);
  expect(refusal.parse(JSON.parse(body)).error.code).toBe("malformed");
  expect((await exchange(`${url}/health/live`)).status).toBe(200);
});

test("headers beyond their bound are refused, and the server goes on", async () => {
  const { port, url } = await startFake();
  const text = `GET /status HTTP/1.1\r\nHost: localhost:${port}\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`;
  expect(await exchangeRaw(port, text)).toMatch(/^HTTP\/1\.1 431 /);
  expect((await exchange(`${url}/health/live`)).status).toBe(200);
});

test("a fault inside the engine tells its log the reason and the caller nothing of it", async () => {
  const { url, app, logged } = await startFake();
  app.pause = () => {
    throw new TypeError("secret detail");
  };
  const answer = await exchange(`${url}/pause`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(good),
  });
  expect(answer.status).toBe(500);
  expect(refusal.parse(JSON.parse(answer.body)).error.code).toBe("internal");
  expect(answer.body).not.toMatch(/secret|TypeError|\bat /);
  expect(logged.at(-1)?.fields).toMatchObject({ err: { message: "secret detail" }, url: "/pause" });
});

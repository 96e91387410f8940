import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exchange } from "./testing/exchange.ts";
import { startFake } from "./testing/start-fake.ts";

const page = readFileSync(new URL("../../../../docs/engine-rest.md", import.meta.url), "utf8");

/** Each `### METHOD /path` of the page with the first JSON under it. */
const examples = page
  .split(/^### /m)
  .slice(1)
  .map((section): [method: string, path: string, json: string] => {
    const [method = "", path = ""] = section.split(/\s/, 2);
    const [, json = ""] = section.split(/^```(?:json)?\n/m);
    return [method, path, json];
  });

test("the page shows each endpoint that answers with JSON", () => {
  expect(examples.map(([method, path]) => `${method} ${path}`)).toEqual([
    "GET /watermarks",
    "GET /status",
    "GET /lanes",
    "GET /commits",
    "GET /topology",
    "GET /late-drops",
    "GET /holds",
    "GET /violations",
    "GET /record?topic=orders&partition=1&offset=9007199254740993",
    "GET /health/live",
    "GET /health/ready",
    "POST /pause",
    "POST /resume",
  ]);
});

test.each(examples)("%s %s is answered as the page shows", async (method, path, json) => {
  const { url } = await startFake({ partitions: 1 });
  const control = {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ actor: "ana", reason: "schema change" }),
  };
  const answer = await exchange(url + path, { method, ...(method === "POST" && control) });
  expect(answer.status).toBe(200);
  expect(JSON.parse(json)).toEqual(JSON.parse(answer.body));
});

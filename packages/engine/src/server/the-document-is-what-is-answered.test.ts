import { expect, test } from "vitest";
import { z } from "zod";
import { openApi, routes } from "./open-api.ts";
import { exchange } from "./testing/exchange.ts";
import { startFake } from "./testing/start-fake.ts";

const file = "../../../../docs/openapi.json";
const control = {
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ actor: "ana", reason: "schema change" }),
};
const withBody = Object.entries(routes).filter(
  ([path]) => !["/metrics", "/events", "/openapi.json"].includes(path),
);

/** What a route is asked with that answers to nothing without. */
const queryOf = (path: string) => (path === "/record" ? "?topic=orders&partition=1&offset=41" : "");

/** The schema of a name in the document, as a reader of it alone would have it. */
function documented(name: string): z.ZodType {
  const schema = openApi().components.schemas[name];
  if (schema === undefined) throw new Error(`the document has no ${name}`);
  return z.fromJSONSchema(schema);
}

test("the document that is kept is the one that is made", async () => {
  await expect(`${JSON.stringify(openApi(), null, 2)}\n`).toMatchFileSnapshot(file);
});

test("the server answers with it", async () => {
  const { url } = await startFake();
  const answer = await exchange(`${url}/openapi.json`);
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.body)).toEqual(JSON.parse(JSON.stringify(openApi())));
});

test.each(withBody)("what %s answers is what the document says", async (path, { method, answer: name }) => {
  const { url } = await startFake();
  const answer = await exchange(url + path + queryOf(path), {
    method: method.toUpperCase(),
    ...(method === "post" && control),
  });
  expect(answer.status).toBe(200);
  expect(documented(name).safeParse(JSON.parse(answer.body))).toMatchObject({ success: true });
  expect(documented(name).safeParse({})).toMatchObject({ success: false });
});

test("a refusal is what the document says", async () => {
  const { url } = await startFake();
  const answer = await exchange(`${url}/holds?limit=0`);
  expect(answer.status).toBe(400);
  expect(documented("Refusal").safeParse(JSON.parse(answer.body))).toMatchObject({ success: true });
});

test("every route that there is is in the document, and no other", async () => {
  const { url } = await startFake();
  for (const [path, { method }] of Object.entries(routes)) {
    if (path === "/events") continue;
    const other = await exchange(url + path + queryOf(path), {
      method: method.toUpperCase(),
      ...(method === "post" && control),
    });
    expect(other.status).toBe(200);
  }
  expect((await exchange(`${url}/nothing`)).status).toBe(404);
});

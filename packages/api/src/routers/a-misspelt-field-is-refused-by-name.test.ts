import { expect, test } from "vitest";
import { z } from "zod";
import { failing, serving } from "../testing/serving.ts";
import { appRouter } from "./app-router.ts";

/** The input of every procedure that the router has, whoever added it. */
const inputs = Object.entries<unknown>(appRouter._def.procedures).map(([path, procedure]) => {
  const about: unknown = Reflect.get(Object(procedure), "_def");
  const [input] = z.tuple([z.instanceof(z.ZodType)]).parse(Reflect.get(Object(about), "inputs"));
  return [path, input] as const;
});

/** Where in a JSON schema an object takes fields that it does not name. */
function openObjects(schema: unknown, path: string): string[] {
  if (!(schema instanceof Object)) return [];
  const within = Object.entries(schema).flatMap(([name, part]) => openObjects(part, `${path}/${name}`));
  const isOpen =
    Reflect.get(schema, "type") === "object" && Reflect.get(schema, "additionalProperties") !== false;
  return isOpen ? [path, ...within] : within;
}

test("what an open object is, is found wherever it is", () => {
  const closed = z.strictObject({ a: z.array(z.strictObject({ b: z.int() })) });
  expect(openObjects(z.toJSONSchema(closed), "")).toEqual([]);
  const open = z.strictObject({ a: z.array(z.object({ b: z.int() })).optional() });
  expect(openObjects(z.toJSONSchema(open, { io: "input" }), "")).toEqual(["/properties/a/items"]);
});

test.each(inputs)("%s takes no field that it does not name", (_, input) => {
  expect(openObjects(z.toJSONSchema(input, { io: "input", unrepresentable: "any" }), "")).toEqual([]);
});

test("a filter that is misspelt is told, where all late drops would look like those that were asked for", async () => {
  await using at = await serving();
  const input = { appId: "orders", filtr: { operator: "a" } };
  const { message, data } = await failing(at.client.lateDrops.list.query(input));
  expect(message).toBe('Unrecognized key: "filtr"');
  expect(data).toMatchObject({ code: "BAD_REQUEST", apiCode: "bad-request" });
});

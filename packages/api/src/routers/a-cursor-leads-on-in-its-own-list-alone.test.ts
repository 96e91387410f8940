import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ApiError } from "../api-error.ts";
import {
  eventfulApps,
  eventfulConsole,
  eventfulFromMs,
  eventfulUntilMs,
} from "../testing/eventful-console.ts";
import { appRouter } from "./app-router.ts";

const [appId = ""] = eventfulApps;
const span = { appId, fromMs: eventfulFromMs, toMs: eventfulUntilMs };

/** Every list that has pages; one that is asked for in two ways is two. */
const lists: readonly (readonly [path: string, input: object])[] = [
  ["lateDrops.list", { appId }],
  ["lateDrops.list", { appId, filter: { partition: 1 } }],
  ["lateDrops.list", { appId, from: "history" }],
  ["holds.list", { appId }],
  ["holds.history", span],
  ["holds.history", { ...span, toMs: span.toMs + 1 }],
  ["violations.list", { appId }],
  ["violations.history", span],
  ["history.lifecycle", span],
  ["audit.list", {}],
];

/** Of entries, in the words of the sources behind the lists, and of none. */
const madeUp = [
  "",
  "zzz",
  "0",
  "1",
  "boot1-2",
  "boot1-40",
  "5.5.x",
  "1.1.boot1",
  `${eventfulUntilMs}.40.boot1`,
];

const page = z.object({ items: z.array(z.unknown()), nextBefore: z.string().nullable() });
let at: Awaited<ReturnType<typeof eventfulConsole>>;
const cursors: string[] = [];

beforeAll(async () => {
  at = await eventfulConsole();
  const pause = { apps: [{ appId }], actor: "ana", reason: "deploy" };
  for (let i = 0; i < 2; i += 1) await appRouter.createCaller(at.context).control.pause(pause);
  for (const [path, input] of lists) cursors.push((await ask(path, input)).nextBefore ?? "");
});

afterAll(() => at[Symbol.asyncDispose]());

async function ask(path: string, input: object, before?: string) {
  const caller: unknown = appRouter.createCaller(at.context);
  const procedure = path.split(".").reduce<unknown>((from, name) => Reflect.get(Object(from), name), caller);
  if (typeof procedure !== "function") throw new Error(`the router has no ${path}`);
  return page.parse(await procedure({ ...input, limit: 1, before }));
}

/** Whether a call is refused for its cursor. */
async function isRefused(call: Promise<unknown>): Promise<boolean> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  return (
    thrown instanceof TRPCError && thrown.cause instanceof ApiError && thrown.cause.code === "unknown-cursor"
  );
}

test("every procedure that takes a cursor is among the lists", () => {
  const paths = Object.entries<unknown>(appRouter._def.procedures).flatMap(([path, procedure]) => {
    const [input] = z
      .tuple([z.instanceof(z.ZodType)])
      .parse(Reflect.get(Reflect.get(Object(procedure), "_def"), "inputs"));
    const { properties = {} } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
    return "before" in properties ? [path] : [];
  });
  expect(new Set(lists.map(([path]) => path))).toEqual(new Set(paths));
});

describe.each(lists.map(([path, input], i) => ({ path, input, i })))(
  "$path of $input",
  ({ path, input, i }) => {
    test("a cursor leads on to other entries", async () => {
      const first = await ask(path, input);
      expect(first.nextBefore).toBe(cursors[i]);
      const second = await ask(path, input, cursors[i]);
      expect(second.items).toHaveLength(1);
      expect(second.items).not.toEqual(first.items);
    });

    test("one that the list did not give is refused, where it looked like the end or the beginning", async () => {
      const strange = [...madeUp, ...cursors.filter((_, other) => other !== i)];
      const taken: string[] = [];
      for (const before of strange) if (!(await isRefused(ask(path, input, before)))) taken.push(before);
      expect(taken).toEqual([]);
    });
  },
);

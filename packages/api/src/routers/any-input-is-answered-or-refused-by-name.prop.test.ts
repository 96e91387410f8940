import { TRPCError } from "@trpc/server";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ApiError } from "../api-error.ts";
import {
  eventfulApps,
  eventfulConsole,
  eventfulFromMs,
  eventfulUntilMs,
} from "../testing/eventful-console.ts";
import { type InputHints, inputArbitrary } from "../testing/input-arbitrary.ts";
import { appRouter } from "./app-router.ts";

/** The same inputs each time; `FUZZ_SEED=2` and so on draws others. */
const seed = Number(process.env["FUZZ_SEED"] ?? 1);

const cases = 1000;
/** Inputs of which hardly one gets past the door would prove nothing. */
const leastAnswered = cases / 10;

/** A thousand questions to history take a minute or two where the machine has much else to do. */
const patienceMs = 300_000;

let at: Awaited<ReturnType<typeof eventfulConsole>>;
/** What makes a call meet something instead of being refused at the door. */
let hints: InputHints;
/** Inputs that have been answered, with the cursors that the answers gave. */
const real = new Map<string, object[]>();

/** Lists, each page of which is asked for. */
const lists: readonly (readonly [path: string, input: object])[] = eventfulApps.flatMap((appId) => {
  const span = { appId, fromMs: eventfulFromMs, toMs: eventfulUntilMs };
  return [
    ["lateDrops.list", { appId, limit: 7 }],
    ["lateDrops.list", { appId, limit: 7, filter: { partition: 1, latenessMinMs: 1 } }],
    ["lateDrops.list", { appId, from: "history", limit: 7 }],
    ["holds.list", { appId, limit: 7 }],
    ["holds.history", { ...span, limit: 7 }],
    ["violations.list", { appId, limit: 7 }],
    ["violations.history", { ...span, limit: 7 }],
    ["history.lifecycle", { ...span, limit: 2 }],
    ["audit.list", { limit: 2 }],
  ] as const;
});

beforeAll(async () => {
  at = await eventfulConsole();
  for (let i = 0; i < 4; i += 1)
    await call("control.pause", { apps: [{ appId: "orders" }], actor: "ana", reason: `try ${i}` });
  const cursors: string[] = [];
  for (const [path, input] of lists) {
    for (const page of await pagesOf(path, input)) {
      real.set(path, [...(real.get(path) ?? []), page]);
      if (page.before !== undefined) cursors.push(page.before);
    }
  }
  const spans = eventfulApps.map((appId) => ({ appId, fromMs: eventfulFromMs, toMs: eventfulUntilMs }));
  for (const path of ["watermarks.history", "lanes.history", "commits.history"]) real.set(path, spans);
  real.set("lateDrops.record", [{ appId: "orders", bootId: "boot1", id: "1" }]);
  hints = {
    appId: eventfulApps,
    appIds: [["orders"], [...eventfulApps, "other"]],
    before: cursors,
    bootId: ["boot0", "boot1", "boot2"],
    id: ["1", "5", "40", "200"],
    pauseId: at.context.pauses.ended().map(({ pauseId }) => pauseId),
    lastEventId: await tickIds(),
    instanceId: ["orders-1", "orders-2"],
    name: ["late-burst"],
    stage: [1],
    lane: [0, 2],
    partitions: [["orders-0"], ["orders-1", "orders-3"]],
    expectedGeneration: [3, 6],
    atMs: [eventfulFromMs + 5000, eventfulFromMs + 50_000, eventfulUntilMs - 30_000],
    fromMs: [0, eventfulFromMs, eventfulFromMs + 30_000],
    toMs: [eventfulFromMs + 60_000, eventfulUntilMs, eventfulUntilMs + 60_000],
    untilMs: [eventfulUntilMs, eventfulUntilMs + 60_000],
  };
});

afterAll(() => at[Symbol.asyncDispose]());

/** The input of each page of a list, from the newest on. */
async function pagesOf(path: string, input: object): Promise<(object & { readonly before?: string })[]> {
  const inputs: (object & { readonly before?: string })[] = [input];
  for (;;) {
    const page = z.object({ nextBefore: z.string().nullable() }).parse(await call(path, inputs.at(-1)));
    if (page.nextBefore === null) return inputs;
    inputs.push({ ...input, before: page.nextBefore });
  }
}

async function tickIds(): Promise<(string | null)[]> {
  const ids: (string | null)[] = [null, "boot1-1"];
  for (const app of at.context.collectors.list()) {
    const values = app.watch(undefined, new AbortController().signal);
    for await (const { id } of values) {
      ids.push(id);
      break;
    }
  }
  return ids;
}

/** Every procedure that the router has, whoever added it. */
const procedures = Object.entries<unknown>(appRouter._def.procedures).map(([path, procedure]) => {
  const about: unknown = Reflect.get(Object(procedure), "_def");
  const inputs: unknown = Reflect.get(Object(about), "inputs");
  return { path, inputs: Array.isArray(inputs) ? inputs : [], output: Reflect.get(Object(about), "output") };
});

/** Calls a procedure as its router would be called, and reads the first value of a stream. */
async function call(path: string, input: unknown): Promise<unknown> {
  const stop = new AbortController();
  const caller: unknown = appRouter.createCaller(at.context, { signal: stop.signal });
  const procedure = path.split(".").reduce<unknown>((from, name) => Reflect.get(Object(from), name), caller);
  if (typeof procedure !== "function") throw new Error(`the router has no ${path}`);
  const answer: unknown = await procedure(input);
  if (isStream(answer)) await answer[Symbol.asyncIterator]().next();
  stop.abort();
  return answer;
}

function isStream(answer: unknown): answer is AsyncIterable<unknown> {
  return answer instanceof Object && Symbol.asyncIterator in answer;
}

/** Whether a caller can tell what is wrong: by a code of the API, or by the field that it gave wrongly. */
function isTyped(thrown: unknown): boolean {
  if (!(thrown instanceof TRPCError)) return false;
  if (thrown.cause instanceof ApiError) return thrown.code !== "INTERNAL_SERVER_ERROR";
  return thrown.code === "BAD_REQUEST" && thrown.cause instanceof z.core.$ZodError;
}

test("the cursors that are tried lead into every list", () => {
  const withoutCursor = [...real]
    .filter(([path]) => lists.some(([list]) => list === path))
    .filter(([, inputs]) => inputs.filter((input) => "before" in input).length < 2);
  expect(withoutCursor).toEqual([]);
});

describe.each(procedures)("$path", ({ path, inputs, output }) => {
  test("says what it takes and what it gives", () => {
    expect(inputs).toHaveLength(1);
    expect(inputs[0]).toBeInstanceOf(z.ZodType);
    expect(output).toBeInstanceOf(z.ZodType);
  });

  test(
    "answers any input, or refuses it by name",
    async () => {
      const [schema] = inputs;
      if (!(schema instanceof z.ZodType)) throw new Error(`${path} says not what it takes`);
      let answered = 0;
      await fc.assert(
        fc.asyncProperty(inputArbitrary(schema, hints, real.get(path)), async (input) => {
          try {
            await call(path, input);
            answered += 1;
          } catch (thrown) {
            if (!isTyped(thrown)) throw thrown;
          }
        }),
        { numRuns: cases, seed },
      );
      expect(answered).toBeGreaterThanOrEqual(leastAnswered);
    },
    patienceMs,
  );
});

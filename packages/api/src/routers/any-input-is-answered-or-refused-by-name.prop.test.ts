import { TRPCError } from "@trpc/server";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { ApiError } from "../api-error.ts";
import { holdOf, lateDropOf, violationOf } from "../testing/bodies.ts";
import { untilSequence } from "../testing/collecting.ts";
import { inputArbitrary } from "../testing/input-arbitrary.ts";
import { serving } from "../testing/serving.ts";
import { appRouter } from "./app-router.ts";

/** What makes a call meet something instead of being refused at the door. */
const hints = {
  appId: ["orders"],
  appIds: [["orders"], ["orders", "other"]],
  before: ["boot1-1", "boot1-2"],
  bootId: ["boot1"],
  id: ["1", "2"],
  lastEventId: ["boot1-1", null],
  partitions: [["orders-0"]],
  expectedGeneration: [3],
  fromMs: [0, 1_790_000_000_000],
  toMs: [1_790_000_600_000],
};

/** The same inputs each time; `FUZZ_SEED=2` and so on draws others. */
const seed = Number(process.env["FUZZ_SEED"] ?? 1);

let at: Awaited<ReturnType<typeof serving>>;

beforeAll(async () => {
  at = await serving();
  at.engine.lateDrops = [lateDropOf(1), lateDropOf(2)];
  at.engine.holds = [holdOf(1)];
  at.engine.violations = [violationOf(1)];
  at.engine.tick({ lateDropsNext: "2", holdsNext: "1", violationsNext: "1" });
  await untilSequence(at.app, "2");
  // What a call is to meet is fetched after it was announced.
  await vi.waitFor(async () => {
    expect((await at.app.violations({ limit: 9 })).items).toHaveLength(1);
    expect((await at.app.lateDrops({ limit: 9 })).items).toHaveLength(2);
  });
});

afterAll(() => at[Symbol.asyncDispose]());

/** Every procedure that the router has, whoever added it. */
const procedures = Object.entries<unknown>(appRouter._def.procedures).map(([path, procedure]) => {
  const about: unknown = Reflect.get(Object(procedure), "_def");
  const inputs: unknown = Reflect.get(Object(about), "inputs");
  return { path, inputs: Array.isArray(inputs) ? inputs : [], output: Reflect.get(Object(about), "output") };
});

/** Calls a procedure as its router would be called, and reads the first value of a stream. */
async function call(path: string, input: unknown): Promise<void> {
  const stop = new AbortController();
  const caller: unknown = appRouter.createCaller(at.context, { signal: stop.signal });
  const procedure = path.split(".").reduce<unknown>((from, name) => Reflect.get(Object(from), name), caller);
  if (typeof procedure !== "function") throw new Error(`the router has no ${path}`);
  const answer: unknown = await procedure(input);
  if (isStream(answer)) await answer[Symbol.asyncIterator]().next();
  stop.abort();
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

describe.each(procedures)("$path", ({ path, inputs, output }) => {
  test("says what it takes and what it gives", () => {
    expect(inputs).toHaveLength(1);
    expect(inputs[0]).toBeInstanceOf(z.ZodType);
    expect(output).toBeInstanceOf(z.ZodType);
  });

  test("answers any input, or refuses it by name", async () => {
    const [schema] = inputs;
    if (!(schema instanceof z.ZodType)) throw new Error(`${path} says not what it takes`);
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(inputArbitrary(schema, hints), async (input) => {
        try {
          await call(path, input);
          answered += 1;
        } catch (thrown) {
          if (!isTyped(thrown)) throw thrown;
        }
      }),
      { numRuns: 1000, seed },
    );
    // Inputs of which none gets past the door would prove nothing.
    expect(answered).toBeGreaterThan(0);
  });
});

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createTRPCClient, httpLink } from "@trpc/client";
import { TRPCError, tracked } from "@trpc/server";
import { createHTTPHandler } from "@trpc/server/adapters/standalone";
import { createEventSource } from "eventsource-client";
import { expect, test } from "vitest";
import { z } from "zod";
import { ApiError, type ApiErrorCode } from "./api-error.ts";
import { createContext } from "./context.ts";
import { openDatabase } from "./database/open-database.ts";
import { trackedStream } from "./routers/tracked-stream.ts";
import { collecting } from "./testing/collecting.ts";
import { failing } from "./testing/serving.ts";
import { procedure, router, toTrpcError } from "./trpc.ts";

/** Each code with tRPC's and the status of HTTP. */
const told: Readonly<Record<ApiErrorCode, readonly [code: string, httpStatus: number]>> = {
  configuration: ["INTERNAL_SERVER_ERROR", 500],
  "bad-request": ["BAD_REQUEST", 400],
  "bad-expression": ["BAD_REQUEST", 400],
  "unknown-app": ["NOT_FOUND", 404],
  "unknown-cursor": ["BAD_REQUEST", 400],
  "unknown-drop": ["NOT_FOUND", 404],
  "unknown-violation": ["NOT_FOUND", 404],
  "no-incidents": ["NOT_FOUND", 404],
  "no-record-reader": ["NOT_FOUND", 404],
  "no-such-record": ["NOT_FOUND", 404],
  "log-unavailable": ["SERVICE_UNAVAILABLE", 503],
  refused: ["CONFLICT", 409],
  unreachable: ["SERVICE_UNAVAILABLE", 503],
  "broken-off": ["BAD_GATEWAY", 502],
  timeout: ["TIMEOUT", 408],
  "bad-answer": ["BAD_GATEWAY", 502],
  "too-large": ["BAD_GATEWAY", 502],
  "partly-done": ["CONFLICT", 409],
  "not-audited": ["SERVICE_UNAVAILABLE", 503],
  "switched-off": ["FORBIDDEN", 403],
  storage: ["INTERNAL_SERVER_ERROR", 500],
  "too-much-history": ["BAD_REQUEST", 400],
  "too-many-readers": ["TOO_MANY_REQUESTS", 429],
  "too-many-watchers": ["TOO_MANY_REQUESTS", 429],
};

const row = z.object({ id: z.string() });
const wrongRow: unknown = { id: 7 };

/** Procedures that fail in each way that there is; they stand on what every procedure stands on. */
const failingRouter = router({
  known: procedure
    .input(z.strictObject({ code: z.string(), deep: z.strictObject({ limit: z.int() }).optional() }))
    .output(row)
    .query(({ input }) => {
      throw new ApiError(input.code as ApiErrorCode, `what ${input.code} says`);
    }),
  bug: procedure.output(row).query(() => {
    throw new Error("SELECT secret FROM /var/lib");
  }),
  thrownText: procedure.output(row).query(() => {
    throw "secret";
  }),
  notFound: procedure.output(row).query(() => {
    throw new TRPCError({ code: "NOT_FOUND", message: "nothing there" });
  }),
  parsed: procedure.output(row).query(() => row.parse(wrongRow)),
  wrongOutput: procedure.output(row.array()).query(() => [wrongRow] as z.infer<typeof row>[]),
  stream: procedure.output(trackedStream(row)).subscription(async function* () {
    yield tracked("1", { id: "one" });
    yield tracked("2", wrongRow as z.infer<typeof row>);
  }),
  streamWithoutIds: procedure.output(trackedStream(row)).subscription(async function* () {
    yield { id: "one" } as unknown as ReturnType<typeof tracked<z.infer<typeof row>>>;
  }),
});

async function failingServer() {
  const database = await openDatabase(":memory:");
  const collectors = collecting({});
  const context = createContext({ collectors, database });
  const server = createServer(createHTTPHandler({ router: failingRouter, createContext: context }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    client: createTRPCClient<typeof failingRouter>({ links: [httpLink({ url })] }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      collectors[Symbol.dispose]();
      await database.destroy();
    },
  };
}

test.each(Object.entries(told))(
  "%s has its code and status, and its own message",
  async (apiCode, [code, httpStatus]) => {
    await using at = await failingServer();
    expect(await failing(at.client.known.query({ code: apiCode }))).toEqual({
      message: `what ${apiCode} says`,
      data: { code, httpStatus, apiCode },
    });
  },
);

test("the guide for clients lists every code with its status", () => {
  const guide = readFileSync(new URL("../../../docs/api-client.md", import.meta.url), "utf8");
  const rows = [...guide.matchAll(/^\| `([a-z-]+)` +\| (\d{3}) /gm)].map(([, code, status]) => [
    code,
    Number(status),
  ]);
  const byCode = (a: readonly unknown[], b: readonly unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);
  expect(rows.sort(byCode)).toEqual(
    Object.entries(told)
      .map(([code, [, status]]) => [code, status])
      .sort(byCode),
  );
});

test("an input that is wrong names its field, however deep", async () => {
  await using at = await failingServer();
  const deep = { limit: 1.5 };
  expect(await failing(at.client.known.query({ code: "storage", deep }))).toMatchObject({
    message: expect.stringMatching(/^deep\.limit: /),
    data: { code: "BAD_REQUEST", httpStatus: 400, apiCode: "bad-request" },
  });
});

const internal = {
  message: "internal error",
  data: { code: "INTERNAL_SERVER_ERROR", httpStatus: 500, apiCode: null },
};

test.each(["bug", "thrownText", "parsed", "wrongOutput"] as const)(
  "%s is the server's own fault: told as that, without what was thrown or a field that the caller did not give",
  async (path) => {
    await using at = await failingServer();
    expect(await failing(at.client[path].query())).toEqual(internal);
  },
);

test("what has a code of tRPC's keeps it", async () => {
  await using at = await failingServer();
  expect(await failing(at.client.notFound.query())).toMatchObject({
    message: "nothing there",
    data: { code: "NOT_FOUND", apiCode: null },
  });
  expect(toTrpcError("secret")).toMatchObject({ code: "INTERNAL_SERVER_ERROR", message: "internal error" });
});

test.each([
  ["stream", ["1"]],
  ["streamWithoutIds", []],
])(
  "a value of a %s that breaks its schema is not sent: what came before is, then an internal error",
  async (path, before) => {
    await using at = await failingServer();
    const source = createEventSource({ url: `${at.url}/${path}` });
    const ids: (string | undefined)[] = [];
    for await (const { event, id, data } of source) {
      if (event === "serialized-error") {
        expect(JSON.parse(data)).toMatchObject(internal);
        break;
      }
      if (event === undefined) ids.push(id);
      if (ids.length > before.length) break;
    }
    source.close();
    expect(ids).toEqual(before);
  },
);

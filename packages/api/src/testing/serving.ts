/** The router over real sockets, in front of one fake engine, with a real client; closed at the end of a test's scope. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import { createHTTPHandler } from "@trpc/server/adapters/standalone";
import { type ApiResources, createContext } from "../context.ts";
import { openDatabase } from "../database/open-database.ts";
import { type AppRouter, appRouter } from "../routers/app-router.ts";
import { collecting, untilSequence } from "./collecting.ts";
import { FakeEngine } from "./fake-engine.ts";

export interface Serving {
  readonly answerTimeoutMs?: number;
  readonly answerBytesMax?: number;
  /** What is not as usual. */
  readonly resources?: Partial<ApiResources>;
}

export async function serving(options: Serving = {}) {
  const { answerTimeoutMs = 10_000, answerBytesMax = 100_000, resources = {} } = options;
  const engine = await FakeEngine.start();
  const collectors = collecting({ orders: engine }, { limits: { answerTimeoutMs, answerBytesMax } });
  const database = resources.database ?? (await openDatabase(":memory:"));
  const context = createContext({ collectors, database, ...resources });
  const server: Server = createServer(createHTTPHandler({ router: appRouter, createContext: context }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  return {
    engine,
    app,
    url,
    context: context(),
    client: createTRPCClient<AppRouter>({ links: [httpLink({ url })] }),
    async [Symbol.asyncDispose]() {
      collectors[Symbol.dispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (resources.database === undefined) await database.destroy();
      await engine.stop();
    },
  };
}

/** What a client is told of a call that is refused. */
export async function failing(call: Promise<unknown>) {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof TRPCClientError)) throw new Error(`expected a refusal, got ${String(thrown)}`);
  return { message: thrown.message, data: thrown.data };
}

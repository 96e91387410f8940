/** The router's procedures over several fake engines and one database; closed at the end of a test's scope. */
import { auditLogIn } from "../audit/audit-log.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { Collectors } from "../collector/collected-app.ts";
import type { CollectorsOptions } from "../collector/create-collectors.ts";
import { createContext } from "../context.ts";
import { PauseWatch } from "../control/pause-watch.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import { appRouter } from "../routers/app-router.ts";
import { collecting, silent, untilSequence } from "./collecting.ts";
import { FakeEngine } from "./fake-engine.ts";
import { ManualClock } from "./manual-clock.ts";

/** How long an app may take for its answer. */
export const answerTimeoutMs = 10_000;

export interface Controlling {
  /** Their ids. @default orders and payments */
  readonly apps?: readonly string[];
  /** What ends a call that is not answered, and waits before a reconnection. @default the clock of the machine */
  readonly collectorsClock?: Clock;
  /** Stays open. @default one in memory */
  readonly database?: Database;
}

export async function controlling({
  apps = ["orders", "payments"],
  collectorsClock = systemClock,
  database: given,
}: Controlling = {}) {
  const engines = new Map<string, FakeEngine>();
  for (const id of apps) engines.set(id, await FakeEngine.start());
  const database = given ?? (await openDatabase(":memory:"));
  const clock = new ManualClock();
  const pauses = await PauseWatch.open({ database, clock, logger: silent });
  const limits: CollectorsOptions["limits"] = { answerTimeoutMs, answerBytesMax: 100_000 };
  const collectors: Collectors & Disposable = collecting(Object.fromEntries(engines), {
    clock: collectorsClock,
    limits,
    observer: pauses,
  });
  for (const id of apps) await untilSequence(collectors.get(id), "1");
  const context = createContext({ collectors, database, pauses, clock });
  return {
    clock,
    collectors,
    database,
    pauses,
    audit: auditLogIn({ database, clock }),
    caller: appRouter.createCaller(context()),
    engine(id: string): FakeEngine {
      const engine = engines.get(id);
      if (engine === undefined) throw new Error(`there is no engine "${id}"`);
      return engine;
    },
    async [Symbol.asyncDispose]() {
      collectors[Symbol.dispose]();
      await pauses.settled();
      for (const engine of engines.values()) await engine.stop();
      if (given === undefined) await database.destroy();
    },
  };
}

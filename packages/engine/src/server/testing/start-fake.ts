/** A server on a loopback port of the system's choice over a fake app, closed when the test is over. */
import { onTestFinished } from "vitest";
import { systemClock } from "../../clock.ts";
import { type RunningServer, type ServerOptions, startServer } from "../start-server.ts";
import { FakeApp, type FakeAppOptions } from "./fake-app.ts";

export interface StartedFake extends RunningServer {
  readonly app: FakeApp;
  readonly port: number;
  /** What was logged, the newest last. */
  readonly logged: { readonly fields: object; readonly message: string }[];
}

export async function startFake(
  options: FakeAppOptions & Partial<Pick<ServerOptions, "clock" | "feedLimits" | "host">> = {},
): Promise<StartedFake> {
  const { clock = systemClock, feedLimits, host } = options;
  const app = new FakeApp(options);
  const logged: StartedFake["logged"] = [];
  const log = (fields: object, message: string) => logged.push({ fields, message });
  const server = await startServer({
    app,
    clock,
    logger: { info: log, error: log },
    ...(feedLimits && { feedLimits }),
    ...(host && { host }),
  });
  onTestFinished(() => server.close());
  return { ...server, app, logged, port: Number(new URL(server.url).port) };
}

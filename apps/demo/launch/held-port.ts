import { createServer, type Server } from "node:net";

export interface HeldPort {
  readonly port: number;
  /** Listens on the port, so that nobody else can, and turns away whoever comes before it is given on. */
  readonly socket: Server;
}

/**
 * Takes the first free port of 127.0.0.1 at or above `from` and holds it, so that two starts at the same moment never
 * come to the same one.
 *
 * @throws {Error} where none of the next `tries` ports is free.
 */
export async function holdFirstFreePort(from: number, tries = 50): Promise<HeldPort> {
  const last = Math.min(from + tries - 1, 65_535);
  for (let port = from; port <= last; port += 1) {
    const socket = await listen(port);
    if (socket !== undefined) return { port, socket };
  }
  throw new Error(`ports ${from} to ${last} are all taken; name another with --port`);
}

function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((early) => early.destroy());
    server.once("error", () => resolve(undefined));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => resolve(server));
  });
}

import { createServer } from "node:net";

/**
 * The first port at or above `from` on which 127.0.0.1 can be listened on. Another process may take it at any time,
 * so the one who listens must still be ready to be refused.
 *
 * @throws {Error} where none of the next `tries` ports is free.
 */
export async function firstFreePort(from: number, tries = 50): Promise<number> {
  const last = Math.min(from + tries - 1, 65_535);
  for (let port = from; port <= last; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error(`ports ${from} to ${last} are all taken; name another with --port`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}

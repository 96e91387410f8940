import { createServer } from "node:net";

const lowest = 20_000;
const highest = 32_000;

/**
 * A loopback port that nobody listens on, below the range from which the system takes ports for outgoing connections.
 *
 * A port of that range would be unfit for a broker that is stopped and started again: while it is down, a client that
 * keeps trying may be given the very port as its own end, and then holds it or even talks to itself.
 */
export async function freePort(otherThan?: number): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (port !== otherThan && (await canListen(port))) return port;
  }
  throw new Error(`no free loopback port between ${lowest} and ${highest}`);
}

/** Whether a listener could be opened on this loopback port right now. */
export function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

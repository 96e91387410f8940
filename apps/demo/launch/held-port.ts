/**
 * The port of a start, from its first moment until the console has it.
 *
 * It owns the listening socket, and the connections of those who come before the console can answer: nothing of them
 * is read here, they wait, and go to the console behind the socket. The launcher holds it, and gives it on once.
 */
import { createServer, type Server, type Socket } from "node:net";

export interface HeldPortLimits {
  /** Connections that wait at a time. Who comes beyond them is told at once to come back. */
  readonly waiting: number;
  /** How long each waits at most, in ms, before it is told so. */
  readonly waitMs: number;
}

/** More than a browser and some scripts open; a first start, with its build, takes less than three minutes. */
const defaultLimits: HeldPortLimits = { waiting: 256, waitMs: 180_000 };

/** For who has been told and does not hang up. */
const partingMs = 2000;

const notYet = "The console is still being started. Ask again in some seconds.\n";
const refusal = [
  "HTTP/1.1 503 Service Unavailable",
  "Content-Type: text/plain; charset=utf-8",
  `Content-Length: ${Buffer.byteLength(notYet)}`,
  "Cache-Control: no-store",
  "Retry-After: 5",
  "Connection: close",
  "",
  notYet,
].join("\r\n");

/** What can go to another process. */
export type Handed = Server | Socket;

export class HeldPort {
  readonly port: number;
  readonly #listening: Server;
  readonly #waiting: Set<Socket>;

  private constructor(port: number, listening: Server, waiting: Set<Socket>) {
    this.port = port;
    this.#listening = listening;
    this.#waiting = waiting;
  }

  /** Undefined where the port is not free. */
  static hold(port: number, limits: HeldPortLimits): Promise<HeldPort | undefined> {
    const waiting = new Set<Socket>();
    // What nobody has read can still be read by who gets the connection.
    const listening = createServer({ pauseOnConnect: true }, (early) => {
      early.on("error", () => {});
      if (waiting.size >= limits.waiting) return sendAway(early);
      waiting.add(early);
      early.once("close", () => waiting.delete(early));
      early.setTimeout(limits.waitMs, () => {
        waiting.delete(early);
        sendAway(early);
      });
    });
    return new Promise((resolve) => {
      listening.once("error", () => resolve(undefined));
      listening.listen({ port, host: "127.0.0.1", exclusive: true }, () =>
        resolve(new HeldPort(port, listening, waiting)),
      );
    });
  }

  /** Gives the listening socket on, then who waits, in the order in which they came; this process has none of it then. */
  async giveOn(send: (handed: Handed) => Promise<void>): Promise<void> {
    await send(this.#listening);
    this.#listening.close();
    for (const early of this.#waiting) {
      this.#waiting.delete(early);
      await send(early);
    }
  }

  /** Lets go of the port and of who still waits. Nothing where all has been given on. */
  close(): void {
    this.#listening.close();
    for (const early of this.#waiting) early.destroy();
  }
}

/**
 * Takes the first free port of 127.0.0.1 at or above `from` and holds it, so that two starts at the same moment never
 * come to the same one.
 *
 * @throws {Error} where none of the next `tries` ports is free.
 */
export async function holdFirstFreePort(
  from: number,
  tries = 50,
  limits: HeldPortLimits = defaultLimits,
): Promise<HeldPort> {
  const last = Math.min(from + tries - 1, 65_535);
  for (let port = from; port <= last; port += 1) {
    const held = await HeldPort.hold(port, limits);
    if (held !== undefined) return held;
  }
  throw new Error(`ports ${from} to ${last} are all taken; name another with --port`);
}

/** What it asks for is read and dropped: an end with bytes unread is a reset, by which the answer can be lost. */
function sendAway(early: Socket): void {
  early.setTimeout(partingMs, () => early.destroy());
  early.resume().end(refusal);
}

import { once } from "node:events";
import { connect, Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { type Handed, type HeldPort, type HeldPortLimits, holdFirstFreePort } from "./held-port.ts";

const firstPort = 21_500;
const ending: (() => void)[] = [];
afterEach(() => {
  for (const end of ending.splice(0)) end();
});

async function hold(limits?: HeldPortLimits): Promise<HeldPort> {
  const held = await holdFirstFreePort(firstPort, 50, limits);
  ending.push(() => held.close());
  return held;
}

/** Somebody who has connected and asked. */
async function visitor(port: number, asks: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  ending.push(() => socket.destroy());
  await once(socket, "connect");
  socket.write(asks);
  return socket;
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

test("whoever waits goes along behind the socket, with all that was asked", async () => {
  const held = await hold();
  await visitor(held.port, "one");
  await visitor(held.port, "two");
  const given: Handed[] = [];
  await held.giveOn(async (handed) => {
    given.push(handed);
    if (handed instanceof Server) await expect.poll(() => connectionsOf(handed)).toBe(2);
  });
  const [socket, ...early] = given;
  expect(socket).toBeInstanceOf(Server);
  const asked = early.map(async (one) => {
    if (one instanceof Server) throw new Error("one socket alone listens");
    ending.push(() => one.destroy());
    const [bytes] = await once(one.resume(), "data");
    return String(bytes);
  });
  expect(await Promise.all(asked)).toEqual(["one", "two"]);
});

test.each<[whom: string, limits: HeldPortLimits]>([
  ["one more than may wait", { waiting: 0, waitMs: 60_000 }],
  ["who has waited for as long as one may", { waiting: 1, waitMs: 1 }],
])("%s is told when to come back", async (_whom, limits) => {
  const { port } = await hold(limits);
  const answer = await text(await visitor(port, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  expect(answer).toMatch(
    /^HTTP\/1\.1 503 .*\r\nRetry-After: 5\r\n.*\r\n\r\nThe console is still being started\. /s,
  );
});

test("who still waits when the port is let go of is let go too", async () => {
  const held = await hold();
  const waiting = await visitor(held.port, "GET");
  const gone = new Promise((resolve) => waiting.on("error", () => {}).once("close", resolve));
  held.close();
  await gone;
});

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";

let child: ChildProcess | undefined;
afterEach(() => void child?.kill("SIGKILL"));

/** Connects and says half of what a request must say. */
async function half(port: number): Promise<net.Socket> {
  const socket = net.connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write("GET / HTTP/1.1\r\n");
  return socket;
}

function send(to: ChildProcess, handle: net.Server | net.Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    to.send("yours", handle, (error) => (error === null ? resolve() : reject(error)));
  });
}

test("who came before the hand-over and says half a request is sent away, as who comes after it", async () => {
  const held = net.createServer({ pauseOnConnect: true }).listen(0, "127.0.0.1");
  await once(held, "listening");
  const address = held.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const accepted = once(held, "connection");
  const early = await half(port);
  const [waiting] = (await accepted) as [net.Socket];

  const script = path.join(import.meta.dirname, "handed-process.ts");
  child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), script], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  expect(await once(child, "message")).toEqual(["ready to listen", undefined]);
  await send(child, held);
  held.close();
  const late = await half(port);
  await send(child, waiting);
  for (const answer of await Promise.all([text(early), text(late)]))
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

import { createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { firstFreePort } from "./free-port.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function listen(port: number): Promise<number> {
  const server = createServer();
  servers.push(server);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

test("the next free one is taken, and can be listened on", async () => {
  const taken = await listen(0);
  const free = await firstFreePort(taken);
  expect(free).toBeGreaterThan(taken);
  await expect(listen(free)).resolves.toBe(free);
});

test("where none is free, the flag that mends it is named", async () => {
  const taken = await listen(0);
  await expect(firstFreePort(taken, 1)).rejects.toThrow(/taken; name another with --port/);
});

import { once } from "node:events";
import http from "node:http";
import type net from "node:net";
import { type ApiContext, ApiError, type Collectors, type LateDropEntry } from "@stoatflow/api";
import pino from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { lateDropOf } from "../test/fake/entries.ts";
import { startConsoleServer } from "./console-server.ts";
import { LateDropExports } from "./late-drop-export.ts";

const payload = { encoding: "utf8" as const, text: "x".repeat(8000), sizeBytes: 8000, truncated: false };

interface AppOf {
  /** How many late drops it has. @default more than a socket holds */
  readonly held?: number;
  /** It finds none before that. */
  readonly silence?: Promise<unknown>;
}

/** An app with late drops, and what it was asked for. */
function appOf({ held = 90_000, silence }: AppOf) {
  let given = 0;
  const about = {
    total: held,
    retained: held,
    olderThanRetained: false,
    freshness: { kind: "current" as const },
  };
  const app = {
    async lateDrops({ before }: { before?: string | undefined }) {
      if (silence !== undefined && before === undefined)
        return { ...about, items: [], nextBefore: String(held + 1) };
      await silence;
      const newest = before === undefined ? held : Number(before) - 1;
      const items = Array.from({ length: 20 }, (_, i): LateDropEntry => {
        return { ...lateDropOf(newest - i, 1), id: String(newest - i), value: payload, bootId: "boot1" };
      });
      given += items.length;
      return { ...about, items, nextBefore: newest > 20 ? String(newest - 19) : null };
    },
  };
  return { app, given: () => given };
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Serving extends Omit<AppOf, "silence"> {
  readonly stalledAfterMs?: number;
  /** The app finds its first late drop once nothing has moved on the socket for `stalledAfterMs`. */
  readonly isSilentFirst?: boolean;
  /** @default the audit can be written */
  readonly isAudited?: boolean;
}

const address = "/api/export/late-drops?app=orders&format=ndjson&actor=ana&reason=ticket";

const notAudited = new ApiError("not-audited", "nothing was done, since the audit can't be written");

/** A context whose only app has late drops, what it was asked for and how its files ended. */
function exportsOf({ isAudited = true, ...of }: AppOf & Pick<Serving, "isAudited">) {
  const { app, given } = appOf(of);
  const collectors = { get: () => app } as Partial<Record<keyof Collectors, unknown>> as Collectors;
  const ended: string[] = [];
  const audit = {
    begin: async () => (isAudited ? [{ id: "1", asked: {} }] : Promise.reject(notAudited)),
    end: async (_row: object, outcome: string) => ended.push(outcome),
  };
  const about = { collectors, audit, clock: { nowMs: () => 1 }, exports: { kind: "on" } };
  return { context: about as Partial<Record<keyof ApiContext, unknown>> as ApiContext, given, ended };
}

async function serving({ held = 90_000, isSilentFirst = false, isAudited, ...options }: Serving = {}) {
  let onSilent: () => void = () => undefined;
  const silence = new Promise<void>((resolve) => {
    onSilent = resolve;
  });
  const { context, given, ended } = exportsOf({
    held,
    ...(isSilentFirst ? { silence } : {}),
    ...(isAudited === undefined ? {} : { isAudited }),
  });
  let onWarning: (message: string) => void = () => undefined;
  const warned = new Promise<string>((resolve) => {
    onWarning = resolve;
  });
  const logger = { warn: (_about: object, message: string) => onWarning(message) };
  const exports = new LateDropExports({ createContext: () => context, logger, ...options });
  const server = http.createServer((request, response) => {
    response.once("timeout", onSilent);
    exports.serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as net.AddressInfo;
  return { url: `http://127.0.0.1:${port}${address}`, given, warned, ended };
}

async function opened(url: string, method = "GET") {
  const request = http.request(url, { method, agent: false }).end();
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  // A test that leaves in the middle is told so.
  response.on("error", () => undefined);
  return { request, response };
}

async function textOf(response: http.IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return text;
}

const patience = { timeout: 20_000 };

/** What lies between a slow reader and the file: the buffers of two sockets, a piece and a page. */
const betweenBytesMax = 24 * 1024 * 1024;

test("a file is made as fast as it is read, and what is in between is bounded", async () => {
  const { url, given } = await serving();
  const { request, response } = await opened(url);
  let read = 0;
  for await (const chunk of response) {
    read += (chunk as Buffer).length;
    expect(given() * payload.text.length - read).toBeLessThan(betweenBytesMax);
    if (read > 96 * 1024 * 1024) break;
  }
  expect(read).toBeGreaterThan(96 * 1024 * 1024);
  request.destroy();
});

test("a reader that leaves ends its file, and makes room for the next", async () => {
  const { url, given } = await serving();
  const all = await Promise.all([1, 2, 3, 4].map(() => opened(url)));
  const refused = await opened(url);
  expect(refused.response.statusCode).toBe(429);
  expect(JSON.parse(await textOf(refused.response))).toEqual({
    error: { code: "too-many-exports", message: "4 exports are under way already; wait for one to end." },
  });
  all[0]?.request.destroy();
  const next = await vi.waitFor(async () => {
    const attempt = await opened(url);
    if (attempt.response.statusCode === 200) return attempt;
    attempt.request.destroy();
    throw new Error("still refused");
  }, patience);
  for (const { request } of [...all, next]) request.destroy();
  // Once all have left there is room for as many again, so nobody reads on for one that is gone.
  await vi.waitFor(async () => {
    const again = await Promise.all([1, 2, 3, 4].map(() => opened(url)));
    for (const { request } of again) request.destroy();
    expect(again.map(({ response }) => response.statusCode)).toEqual([200, 200, 200, 200]);
  }, patience);
  expect(given()).toBeLessThan(90_000);
});

test("a reader that takes nothing is gone after a while, and does not keep a place", async () => {
  const { url, warned } = await serving({ stalledAfterMs: 50 });
  const stalled = await opened(url);
  expect(await warned).toBe("an export was ended: its reader took nothing");
  const four = await Promise.all([1, 2, 3, 4].map(() => opened(url)));
  expect(four.map(({ response }) => response.statusCode)).toEqual([200, 200, 200, 200]);
  for (const { request } of four) request.destroy();
  stalled.response.resume();
  await new Promise((resolve) => stalled.response.once("close", resolve));
  expect(stalled.response.complete).toBe(false);
});

test("a reader waits for as long as nothing is found: only what it does not take is its own delay", async () => {
  const { url } = await serving({ held: 20, stalledAfterMs: 50, isSilentFirst: true });
  const { response } = await opened(url);
  const text = await textOf(response);
  expect(text.trimEnd().split("\n")).toHaveLength(20);
  expect(response.complete).toBe(true);
});

test("a reader that takes nothing after such a wait is gone too", async () => {
  const { url, warned } = await serving({ stalledAfterMs: 50, isSilentFirst: true });
  const stalled = await opened(url);
  expect(await warned).toBe("an export was ended: its reader took nothing");
  stalled.response.resume();
  await new Promise((resolve) => stalled.response.once("close", resolve));
  expect(stalled.response.complete).toBe(false);
});

test("whoever asks for the head alone makes no file, and there is nothing to audit", async () => {
  const { url, given } = await serving({ isAudited: false });
  const { response } = await opened(url, "HEAD");
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
  response.resume();
  await once(response, "end");
  expect(given()).toBe(20);
});

test("a file that can't be audited is refused by name", async () => {
  const { url } = await serving({ isAudited: false });
  const { response } = await opened(url);
  expect(response.statusCode).toBe(503);
  expect(response.headers["content-disposition"]).toBeUndefined();
  expect(JSON.parse(await textOf(response))).toEqual({
    error: { code: "not-audited", message: "nothing was done, since the audit can't be written" },
  });
});

test("the audit is told how the file ended: whole, or left by its reader", async () => {
  const whole = await serving({ held: 20 });
  await textOf((await opened(whole.url)).response);
  await vi.waitFor(() => expect(whole.ended).toEqual(["done"]), patience);
  const left = await serving();
  (await opened(left.url)).request.destroy();
  await vi.waitFor(() => expect(left.ended).toEqual(["partly"]), patience);
});

test("a console that has ended has audited the files that it broke off", async () => {
  const { context, ended } = exportsOf({});
  const server = await startConsoleServer({
    host: "127.0.0.1",
    port: 0,
    basePath: "",
    origins: [],
    createContext: () => context,
    logger: pino({ level: "silent" }),
    loadPages: async () => async () => undefined,
  });
  const { response } = await opened(`${server.url}${address}`);
  expect(response.statusCode).toBe(200);
  await server.close();
  expect(ended).toEqual(["partly"]);
});

test("another file than those that there are is none", async () => {
  const { url } = await serving();
  const { response } = await opened(url.replace("late-drops", "violations"));
  expect(response.statusCode).toBe(404);
});

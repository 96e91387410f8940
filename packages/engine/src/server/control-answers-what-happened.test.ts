import { expect, test } from "vitest";
import { type ControlChanged, controlAnswer, refusal } from "../wire/index.ts";
import { type Exchange, exchange } from "./testing/exchange.ts";
import { startFake } from "./testing/start-fake.ts";

function post(url: string, body: object): Promise<Exchange> {
  return exchange(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

test("a pause is handed to the app as it was asked for, and its answer comes back", async () => {
  const { url, app, logged } = await startFake();
  const asked = { actor: "ana", reason: "deploy", expectedGeneration: 0, timeToLiveMs: 60_000 };
  const answer = await post(`${url}/pause`, asked);
  expect(answer.status).toBe(200);
  expect(controlAnswer.parse(JSON.parse(answer.body))).toMatchObject({ result: "pausing", generation: 1 });
  expect(app.pauses).toEqual([asked]);
  expect(logged.at(-1)?.fields).toMatchObject({ call: "pause", actor: "ana", result: "pausing" });
});

test("a resume is handed to the app as it was asked for, and its answer comes back", async () => {
  const { url, app } = await startFake();
  const asked = { actor: "ana", reason: "done", expectedGeneration: 1 };
  const answer = await post(`${url}/resume`, asked);
  expect(answer.status).toBe(200);
  expect(controlAnswer.parse(JSON.parse(answer.body))).toMatchObject({ result: "resuming", generation: 2 });
  expect(app.resumes).toEqual([asked]);
});

test("what is not allowed now is a 409 with the app's reason", async () => {
  const { url, app } = await startFake();
  const message = "the app is starting: it can't pause now";
  app.refuses = { result: "refused", code: "not-allowed-now", message };
  for (const path of ["/pause", "/resume"]) {
    const answer = await post(url + path, { actor: "ana", reason: "deploy" });
    expect(answer.status).toBe(409);
    expect(refusal.parse(JSON.parse(answer.body))).toEqual({ error: { code: "not-allowed-now", message } });
  }
});

test.each(["stale-generation", "stale-run"] as const)(
  "a call that is refused as %s is a 409 that tells what is so now, and who made it so",
  async (code) => {
    const { url, app } = await startFake();
    const message = "the app has moved on: generation 4, not 3; it is running now";
    const changed: ControlChanged = {
      generation: 4,
      lifecycle: "running",
      pauseReasons: [],
      changes: [
        { kind: "resumed", generation: 4, atMs: 1_790_000_000_000, actor: "ben", reason: "deployed" },
      ],
    };
    app.refuses = { result: "refused", code, message, changed };
    for (const path of ["/pause", "/resume"]) {
      const answer = await post(url + path, { actor: "ana", reason: "deploy", expectedGeneration: 3 });
      expect(answer.status).toBe(409);
      expect(refusal.parse(JSON.parse(answer.body))).toEqual({
        error: { code, message, changed },
      });
    }
  },
);

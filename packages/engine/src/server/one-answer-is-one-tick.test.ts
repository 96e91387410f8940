import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { wireVersion } from "../wire/envelope.ts";
import {
  commitsBody,
  type Lifecycle,
  lanesBody,
  lateDropsBody,
  livenessBody,
  readinessBody,
  statusBody,
  topologyBody,
  violationsBody,
  watermarksBody,
} from "../wire/index.ts";
import { exchange } from "./testing/exchange.ts";
import { startFake } from "./testing/start-fake.ts";

describe.each<[path: string, schema: z.ZodType]>([
  ["/watermarks", watermarksBody],
  ["/status", statusBody],
  ["/lanes", lanesBody],
  ["/commits", commitsBody],
  ["/topology", topologyBody],
  ["/late-drops", lateDropsBody],
  ["/violations", violationsBody],
  ["/health/live", livenessBody],
  ["/health/ready", readinessBody],
])("%s", (path, schema) => {
  test("has the shape of the wire, whole and with its envelope", async () => {
    const { url, app } = await startFake();
    app.tick();
    const answer = await exchange(url + path);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    const body: unknown = JSON.parse(answer.body);
    expect(schema.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      app: "orders",
      instanceId: "orders-1",
      bootId: "b3f1",
      wireVersion,
      sequence: "2",
      atMs: app.current().atMs,
    });
  });
});

test.each(["/watermarks", "/status", "/lanes", "/commits", "/metrics", "/health/live", "/health/ready"])(
  "%s takes the newest tick once, so that its numbers cannot be of two",
  async (path) => {
    const { url, app } = await startFake({ ticksOnRead: true });
    const readsBefore = app.reads;
    const { body } = await exchange(url + path);
    expect(app.reads - readsBefore).toBe(1);
    if (path === "/metrics") {
      expect(body).toContain(`\nstoatflow_epoch_number ${app.sequence}\n`);
      expect(body).toContain(`\nstoatflow_lane_depth{stage="1",lane="0"} ${app.sequence}\n`);
    } else {
      expect(JSON.parse(body).sequence).toBe(app.sequence);
    }
  },
);

test("64-bit integers pass exactly", async () => {
  const { url } = await startFake();
  expect(JSON.parse((await exchange(`${url}/watermarks`)).body).partitions[0].position).toBe(
    "9007199254740994",
  );
  expect(JSON.parse((await exchange(`${url}/late-drops`)).body).items[0].offset).toBe("9007199254740993");
});

test.each<[Lifecycle, number]>([
  [{ kind: "starting" }, 503],
  [{ kind: "restoring", store: "counts", restored: 12 }, 503],
  [{ kind: "running" }, 200],
  [{ kind: "pausing", waitingFor: [] }, 200],
  [{ kind: "paused", sinceMs: 1_790_000_000_000 }, 200],
  [{ kind: "resuming" }, 200],
  [{ kind: "stopping" }, 503],
  [{ kind: "stopped" }, 503],
  [{ kind: "failed", code: "fenced", message: "another process has taken over" }, 503],
])("%o is answered by /health/ready with %i and by /health/live with 200", async (lifecycle, status) => {
  const { url, app } = await startFake();
  app.lifecycle = lifecycle;
  app.tick();
  const ready = await exchange(`${url}/health/ready`);
  expect(ready.status).toBe(status);
  expect(JSON.parse(ready.body)).toMatchObject({ ready: status === 200, lifecycle });
  expect((await exchange(`${url}/health/live`)).status).toBe(200);
});

test("a probe by HEAD is answered, without a body", async () => {
  const { url } = await startFake();
  expect(await exchange(`${url}/health/ready`, { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
});

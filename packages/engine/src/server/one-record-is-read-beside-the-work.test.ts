import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../clock.ts";
import { createEmbeddedLog } from "../embedded/index.ts";
import { createEngine } from "../engine.ts";
import { passThrough } from "../testing/topologies.ts";
import { recordBody, recordBytesMax, statusBody, watermarksBody } from "../wire/index.ts";

const value = Buffer.from("x".repeat(300_000));

/** An app that has read all that there is, on a log that gives single records unless it is said not to. */
async function running({ givesRecords = true, payloadBytesKept = 2048 } = {}) {
  const log = createEmbeddedLog({ clock: systemClock });
  log.createTopic("in", 1);
  log.createTopic("out", 1);
  const records = [value, null, Buffer.from("z")].map((of) => ({
    key: Buffer.from("k"),
    value: of,
    timestampMs: 1_790_000_000_000,
  }));
  log.append("in", 0, records);
  const client = log.client();
  if (!givesRecords) Object.assign(client.admin, { readRecord: undefined });
  const engine = createEngine({
    applicationId: "app",
    topology: passThrough(),
    log: client,
    settings: { "status.payload-bytes-kept": payloadBytesKept },
    env: {},
    logger: pino({ level: "silent" }),
  });
  await engine.start();
  onTestFinished(() => engine.stop());
  const read = async (path: string) => {
    const answer = await fetch(`${engine.url}${path}`);
    const body: unknown = await answer.json();
    return { status: answer.status, body };
  };
  await expect
    .poll(async () => watermarksBody.parse((await read("/watermarks")).body).partitions[0]?.committed)
    .toBe("3");
  return { engine, read };
}

test("an app tells that it can, gives any record of its sources whole, and works as if nobody had asked", async () => {
  const { engine, read } = await running();
  const standing = async () => {
    const { counters, limits, epoch } = statusBody.parse((await read("/status")).body);
    const { partitions } = watermarksBody.parse((await read("/watermarks")).body);
    return { counters, epoch: epoch.number, readAhead: limits["consumer.read-ahead.bytes"], partitions };
  };
  engine.pause({ actor: "ana", reason: "to look in peace" });
  await expect.poll(() => engine.lifecycle).toBe("paused");
  await expect.poll(async () => (await standing()).partitions[0]?.state).toBe("paused");
  const before = await standing();

  const { status, body } = await read("/record?topic=in&partition=0&offset=0");
  expect(status).toBe(200);
  const told = recordBody.parse(body);
  expect(told.capabilities).toContain("read-record");
  expect(told).toMatchObject({ app: "app", topic: "in", partition: 0, offset: "0", truncated: false });
  expect(told.value?.text).toBe(value.toString());
  expect((await read("/record?topic=in&partition=0&offset=1")).body).toMatchObject({ value: null });
  expect((await read("/record?topic=out&partition=0&offset=0")).body).toMatchObject({
    error: { code: "not-a-source" },
  });
  expect((await read("/record?topic=in&partition=0&offset=3")).body).toMatchObject({
    error: { code: "no-such-record" },
  });
  expect((await read("/record?topic=in&partition=1&offset=0")).body).toMatchObject({
    error: { code: "no-such-record" },
  });

  expect(await standing()).toEqual(before);
  await expect
    .poll(async () => statusBody.parse((await read("/status")).body).limits)
    .toMatchObject({
      "server.record-reads": { used: 0, limit: 2 },
      "server.record.bytes": { used: 300_001, limit: recordBytesMax },
    });
});

test("on a log that can't give one, an app does not say that it can", async () => {
  const { read } = await running({ givesRecords: false });
  const { body } = await read("/status");
  expect(statusBody.parse(body).capabilities).not.toContain("read-record");
  expect((await read("/record?topic=in&partition=0&offset=0")).status).toBe(404);
});

test("an app that is to let no payload out gives no record, and names the setting", async () => {
  const { read } = await running({ payloadBytesKept: 0 });
  expect(statusBody.parse((await read("/status")).body).capabilities).not.toContain("read-record");
  const { status, body } = await read("/record?topic=in&partition=0&offset=0");
  expect(status).toBe(403);
  expect(body).toMatchObject({
    error: {
      code: "switched-off",
      message: expect.stringContaining("stoatflow.status.payload-bytes-kept is 0") as unknown,
    },
  });
});

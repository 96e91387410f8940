/**
 * An app that ends by a failure tells whoever reads its feed why, before its address is gone: a console then shows the
 * reason and not a refused connection.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { kafkaLog } from "@stoatflow/engine/kafka";
import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../broker/free-port.ts";
import { type Broker, startBroker } from "../broker/index.ts";
import { waitFor } from "../wait-for.ts";

let broker: Broker;

beforeAll(async () => {
  broker = await startBroker();
  const log = kafkaLog({ brokers: [broker.brokers] });
  await log.admin.createTopics(["in", "out"].map((topic) => ({ topic, partitions: 1 })));
  await log.close();
});

afterAll(() => broker?.stop());

it("the last that the feed brings is the failure, with the place and the reason", async () => {
  const port = await freePort();
  const program = fileURLToPath(new URL("../apps/user-app.ts", import.meta.url));
  const app = spawn(process.execPath, ["--import", "tsx", program, "--brokers", broker.brokers], {
    env: { ...process.env, STOATFLOW_SERVER_PORT: `${port}` },
    stdio: "ignore",
  });
  const exited = once(app, "exit");
  try {
    const url = `http://127.0.0.1:${port}`;
    await waitFor("the app is ready", async () => {
      const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
      return answer?.status === 200 ? true : undefined;
    });
    const feed = await fetch(`${url}/events`);
    const read = feed.text();

    const producer = new Kafka({ brokers: [broker.brokers], logLevel: logLevel.ERROR }).producer();
    await producer.connect();
    const value = Buffer.from([0xff, 0xfe]);
    await producer.send({ topic: "in", messages: [{ key: "k", value, partition: 0 }] });
    await producer.disconnect();

    const events = await read;
    const last = events.trimEnd().split("\n\n").at(-1) ?? "";
    expect(last).toContain('"kind":"failed","code":"undecodable"');
    expect(last).toContain("in-0 at offset 0");
    expect((await exited)[0]).toBe(1);
  } finally {
    app.kill("SIGKILL");
  }
});

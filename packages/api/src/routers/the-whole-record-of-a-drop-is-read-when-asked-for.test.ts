import { recordBytesMax } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { entryRows } from "../history/events.ts";
import { appConfigOf } from "../testing/app-config-of.ts";
import { lateDropOf } from "../testing/bodies.ts";
import { collecting, untilConnection, untilSequence } from "../testing/collecting.ts";
import { controlling } from "../testing/controlling.ts";
import { type Answer, FakeEngine, json } from "../testing/fake-engine.ts";

const asked = { appId: "orders", bootId: "boot2", id: "1" };
const place = { topic: "orders", partition: 1, offset: "9007199254740993" };

/** One app whose log gives records, and what it has dropped as late. */
async function reading({ drops = [lateDropOf(1)], gives = true } = {}) {
  const at = await controlling({ apps: ["orders"] });
  const engine = at.engine("orders");
  const capabilities = [...engine.current.capabilities, ...(gives ? ["read-record"] : [])];
  engine.restart({ bootId: "boot2", sequence: 5, capabilities });
  engine.lateDrops = drops;
  await untilSequence(at.collectors.get("orders"), "5");
  engine.tick({ capabilities, lateDropsNext: String(drops.length) });
  await expect
    .poll(async () => (await at.caller.lateDrops.list({ appId: "orders" })).items.length)
    .toBe(drops.length);
  return { ...at, engine };
}

function refusing(status: number, code: string, message: string): Answer {
  return (response) => json(response, status, { error: { code, message } });
}

test("it comes from the app's log as it is there, and nothing is asked for before", async () => {
  const at = await reading();
  await using _ = at;
  expect(at.engine.asked("/record")).toEqual([]);
  expect(await at.caller.lateDrops.record(asked)).toEqual({
    instanceId: "orders-1",
    topic: "orders",
    partition: 1,
    offset: "9007199254740993",
    timestampMs: 1_790_000_000_000,
    key: { encoding: "utf8", text: "north", sizeBytes: 5, truncated: false },
    value: { encoding: "utf8", text: '{"id":9007199254740993}', sizeBytes: 23, truncated: false },
    headers: [["source", null]],
    headerCount: 1,
    sizeBytes: 28,
    truncated: false,
  });
  expect(at.engine.asked("/record")).toHaveLength(1);
  expect((await at.caller.audit.list({})).items).toEqual([]);
});

test("a name of a topic goes to the app as it is, whatever is in it", async () => {
  const topic = "a&partition=7#?/../";
  const at = await reading({ drops: [{ ...lateDropOf(1), topic }] });
  await using _ = at;
  expect(await at.caller.lateDrops.record(asked)).toMatchObject({ topic, partition: 1 });
});

test.each([
  { ...asked, id: "2" },
  { ...asked, id: "01" },
  { ...asked, bootId: "boot1" },
])("no record is asked for but that of a drop that is held or was written down: %j", async (other) => {
  const at = await reading();
  await using _ = at;
  await expect(at.caller.lateDrops.record(other)).rejects.toMatchObject({
    code: "NOT_FOUND",
    message: expect.stringContaining(`no late drop ${other.id} of run "${other.bootId}"`) as unknown,
  });
  expect(at.engine.asked("/record")).toEqual([]);
});

test("a drop that history has is as good as one that is held", async () => {
  const at = await reading({ drops: [] });
  await using _ = at;
  const items = [{ ...lateDropOf(7), offset: "40", bootId: "boot1" }];
  const rows = entryRows("orders", { kind: "late-drop", items }, at.clock.nowMs());
  await at.database.insertInto("history_events").values(rows).execute();
  const old = { appId: "orders", bootId: "boot1", id: "7" };
  expect(await at.caller.lateDrops.record(old)).toMatchObject({
    topic: "orders",
    partition: 1,
    offset: "40",
  });
  await expect(at.caller.lateDrops.record({ ...old, id: "007" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test.each([
  [404, "no-such-record", "NOT_FOUND"],
  [404, "not-a-source", "NOT_FOUND"],
  [503, "log-unavailable", "SERVICE_UNAVAILABLE"],
  [503, "too-many-reads", "TOO_MANY_REQUESTS"],
  [403, "switched-off", "FORBIDDEN"],
])("what the app refuses with %i %s is told in its words", async (status, refused, code) => {
  const at = await reading();
  await using _ = at;
  at.engine.bend("/record", refusing(status, refused, "orders-1 has no record at offset 3: compaction"));
  await expect(at.caller.lateDrops.record(asked)).rejects.toMatchObject({
    code,
    message: "orders-1 has no record at offset 3: compaction",
  });
});

test.each<[string, Answer, string]>([
  ["no record", (response) => json(response, 200, { nothing: true }), "BAD_GATEWAY"],
  ["no JSON", (response) => response.end("record"), "BAD_GATEWAY"],
  ["a refusal of another kind", refusing(403, "forbidden-host", "not here"), "BAD_GATEWAY"],
  ["an answer without an end", (response) => response.writeHead(200).end("x".repeat(200_000)), "BAD_GATEWAY"],
])("an app that answers with %s harms nothing", async (_, answer, code) => {
  const at = await reading();
  await using _at = at;
  at.engine.bend("/record", answer);
  await expect(at.caller.lateDrops.record(asked)).rejects.toMatchObject({ code });
});

test("an app without the capability is not asked, and told as such", async () => {
  const at = await reading({ gives: false });
  await using _ = at;
  await expect(at.caller.lateDrops.record(asked)).rejects.toMatchObject({
    code: "NOT_FOUND",
    message: expect.stringMatching(
      /lacks the capability "read-record".*status\.payload-bytes-kept/,
    ) as unknown,
  });
  expect(at.engine.asked("/record")).toEqual([]);
});

test("an app that is gone is unreachable", async () => {
  const at = await reading();
  await using _ = at;
  await at.engine.stop();
  await untilConnection(at.collectors.get("orders"), "unreachable");
  await expect(at.caller.lateDrops.record(asked)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});

test("of several instances one that is connected and has the capability is asked", async () => {
  const capabilities = ["pause", "read-record"];
  await using older = await FakeEngine.start({ instanceId: "orders-1", bootId: "a" });
  await using gone = await FakeEngine.start({ instanceId: "orders-2", bootId: "b", capabilities });
  await using able = await FakeEngine.start({ instanceId: "orders-3", bootId: "c", capabilities });
  const urls = [older.url, gone.url, able.url];
  using collectors = collecting({}, { apps: [{ ...appConfigOf("orders", older.url), urls }] });
  const app = collectors.get("orders");
  await expect
    .poll(() => app.listed().instances.every(({ connection }) => connection.kind === "live"))
    .toBe(true);
  await gone.stop();
  await expect
    .poll(() => app.listed().instances.map(({ connection }) => connection.kind))
    .toContain("unreachable");
  const told = await app.recordReader().record(place, undefined);
  expect(told.instanceId).toBe("orders-3");
  expect(older.asked("/record")).toEqual([]);
});

test.each([
  [{ ...asked, id: "-1" }, "id"],
  [{ ...asked, id: "9223372036854775808" }, "id"],
  [{ ...asked, bootId: "" }, "bootId"],
  [{ ...asked, ...place }, "topic"],
])("an input that is wrong is refused by its field: %j", async (input, field) => {
  const at = await reading();
  await using _ = at;
  await expect(at.caller.lateDrops.record(input)).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: expect.stringContaining(field) as unknown,
  });
  expect(at.engine.asked("/record")).toEqual([]);
});

test("a record as large as is told comes whole", async () => {
  await using engine = await FakeEngine.start({ capabilities: ["read-record"] });
  engine.wholeValue = "\u0001".repeat(recordBytesMax);
  using collectors = collecting({ orders: engine });
  await untilSequence(collectors.get("orders"), "1");
  const told = await collectors.get("orders").recordReader().record(place, undefined);
  expect(told.value?.text).toBe(engine.wholeValue);
});

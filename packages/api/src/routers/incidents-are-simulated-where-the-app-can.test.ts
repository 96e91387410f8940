import { expect, test } from "vitest";
import { untilSequence } from "../testing/collecting.ts";
import { controlling } from "../testing/controlling.ts";

const asked = { appId: "orders", name: "late-burst", actor: "ana" };

/** One app that has the capability, and answers as the demo does. */
async function simulating() {
  const at = await controlling({ apps: ["orders"] });
  const engine = at.engine("orders");
  const capabilities = [...engine.current.capabilities, "incidents"];
  engine.restart({ bootId: "boot2", sequence: 5, capabilities });
  await untilSequence(at.collectors.get("orders"), "5");
  return { ...at, engine };
}

test("they are listed, begun and ended at the app, and each is audited as a control call is", async () => {
  const at = await simulating();
  await using _ = at;
  expect((await at.caller.incidents.list({ appId: "orders" })).items).toEqual([at.engine.incident]);
  expect(await at.caller.incidents.begin(asked)).toMatchObject({
    result: "begun",
    incident: { running: { actor: "ana" } },
    audited: { kind: "complete" },
  });
  expect(await at.caller.incidents.end(asked)).toMatchObject({
    result: "ended",
    incident: { running: null },
  });
  expect(at.engine.asked("/incidents/late-burst").map(({ method, body }) => [method, body])).toEqual([
    ["POST", '{"actor":"ana"}'],
    ["DELETE", '{"actor":"ana"}'],
  ]);
  const { items } = await at.caller.audit.list({});
  expect(items).toMatchObject([
    { action: "end-incident", appId: "orders", actor: "ana", reason: "late-burst", outcome: "done" },
    { action: "begin-incident", appId: "orders", actor: "ana", reason: "late-burst", outcome: "done" },
  ]);
});

test("what the app refuses is told in its words, and audited as refused", async () => {
  const at = await simulating();
  await using _ = at;
  await expect(at.caller.incidents.begin({ ...asked, name: "earthquake" })).rejects.toMatchObject({
    code: "CONFLICT",
    message: "there is no such path",
  });
  expect((await at.caller.audit.list({})).items).toMatchObject([
    { action: "begin-incident", outcome: "refused", detail: { message: "there is no such path" } },
  ]);
});

test("an app without the capability is a 404, is not asked, and nothing is audited", async () => {
  await using at = await controlling({ apps: ["orders"] });
  const refused = {
    code: "NOT_FOUND",
    message: expect.stringContaining("simulates no incidents") as unknown,
  };
  await expect(at.caller.incidents.list({ appId: "orders" })).rejects.toMatchObject(refused);
  await expect(at.caller.incidents.begin(asked)).rejects.toMatchObject(refused);
  await expect(at.caller.incidents.end(asked)).rejects.toMatchObject(refused);
  expect(at.engine("orders").heard.filter(({ path }) => path.startsWith("/incidents"))).toEqual([]);
  expect((await at.caller.audit.list({})).items).toEqual([]);
});

test("what can't be audited is not done", async () => {
  const at = await simulating();
  await using _ = at;
  await at.database.schema.dropTable("audit").execute();
  await expect(at.caller.incidents.begin(asked)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(at.engine.asked("/incidents/late-burst")).toEqual([]);
});

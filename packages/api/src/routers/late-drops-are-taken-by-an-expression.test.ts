import { expect, test } from "vitest";
import { questionMs } from "../late-drops/drop-filter.ts";
import { parseExportRequest } from "../late-drops/export-request.ts";
import { BadExpression } from "../late-drops/expression.ts";
import { exportLateDrops } from "../services/export-late-drops.ts";
import { lateDropFigures as figuresOf } from "../services/late-drop-figures.ts";
import { listLateDrops } from "../services/list-late-drops.ts";
import { lateDropOf } from "../testing/bodies.ts";
import { clockOfSlowWork } from "../testing/clock-of-slow-work.ts";
import { untilSequence } from "../testing/collecting.ts";
import { fileText } from "../testing/file-text.ts";
import { failing, serving } from "../testing/serving.ts";
import { filteredLateDropPage, lateDropFigures } from "../wire/index.ts";

/** Each third order has no amount, and the others that of their id. */
function orderOf(id: number): string {
  return JSON.stringify(id % 3 === 0 ? { id } : { id, amount: id });
}

async function servingOrders(count = 10, textOf = orderOf) {
  const at = await serving();
  at.engine.lateDrops = Array.from({ length: count }, (_, i) => lateDropOf(i + 1, textOf(i + 1)));
  at.engine.tick({ lateDropsNext: String(count) });
  await untilSequence(at.app, "2");
  expect((await at.app.lateDrops({ limit: 1 })).freshness).toEqual({ kind: "current" });
  return at;
}

const expression = "value.amount > 4";
const meant = ["10", "8", "7", "5"];
const unclear = {
  count: 3,
  first: { message: "No such key: amount", offset: 6, endOffset: 12, line: 1, column: 7 },
};

test("list, figures and export take the same drops, and each says how many could not be told", async () => {
  await using at = await servingOrders();
  const filter = { expression };
  const list = await at.client.lateDrops.list.query({ appId: "orders", filter });
  expect(filteredLateDropPage.parse(list).items.map(({ id }) => id)).toEqual(meant);
  expect(list).toMatchObject({ looked: 10, notEvaluated: unclear });

  const figures = await at.client.lateDrops.figures.query({ appId: "orders", filter });
  expect(lateDropFigures.parse(figures)).toMatchObject({ matching: 4, notEvaluated: unclear });

  for (const format of ["ndjson", "csv"]) {
    const query = new URLSearchParams({ app: "orders", format, actor: "ana", reason: "ticket", expression });
    const file = await fileText(await exportLateDrops(at.context, parseExportRequest(query)));
    const lines = file.trimEnd().split("\n");
    expect(lines).toHaveLength(format === "csv" ? 6 : 5);
    expect(lines.at(-1)).toMatch(
      format === "csv"
        ? /^"3 more drops are not here: the expression could not be held against them"/
        : /^\{"notEvaluated":\{"drops":3,/,
    );
  }
});

test("the pages of an expression are one list, and the rest of the filter holds as well", async () => {
  await using at = await servingOrders();
  const filter = { expression, fromMs: (at.engine.lateDrops[5]?.atMs ?? 0) as number };
  const seen: string[] = [];
  let before: string | undefined;
  do {
    const page = await at.client.lateDrops.list.query({ appId: "orders", filter, limit: 1, before });
    seen.push(...page.items.map(({ id }) => id));
    before = page.nextBefore ?? undefined;
  } while (before !== undefined);
  expect(seen).toEqual(["10", "8", "7"]);
});

test("what takes too long in all stops where it is: a list goes on there, figures and a file say that there are more", async () => {
  await using at = await servingOrders(80);
  const slow = () => ({ ...at.context, clock: clockOfSlowWork(questionMs + 1) });
  const asked = { appId: "orders", from: "collector", filter: { expression } } as const;
  const first = await listLateDrops(slow(), { ...asked, limit: 100 });
  expect(first).toMatchObject({ looked: 64, notEvaluated: { count: 21 }, nextBefore: expect.any(String) });
  const second = await listLateDrops(slow(), { ...asked, limit: 100, before: first.nextBefore ?? "" });
  expect(second).toMatchObject({ looked: 16, notEvaluated: { count: 5 }, nextBefore: null });
  const whole = await listLateDrops(at.context, { ...asked, limit: 100 });
  expect([...first.items, ...second.items]).toEqual(whole.items);

  const figures = await figuresOf(slow(), { ...asked, gracesMs: [] });
  expect(figures).toMatchObject({ matching: 43, population: { held: 64, olderThanHeld: true } });

  const query = new URLSearchParams({
    app: "orders",
    format: "ndjson",
    actor: "ana",
    reason: "ticket",
    expression,
  });
  const file = await fileText(await exportLateDrops(slow(), parseExportRequest(query)));
  const [cut, unclearRow] = file.trimEnd().split("\n").slice(43);
  expect(cut).toMatch(/^\{"cut":\{"rows":43,/);
  expect(unclearRow).toMatch(/^\{"notEvaluated":\{"drops":21,/);
});

test("a file for which nothing can be told is refused before it is begun", async () => {
  await using at = await servingOrders(10, () => `${"a".repeat(60)}!`);
  const query = new URLSearchParams({
    app: "orders",
    format: "ndjson",
    actor: "ana",
    reason: "ticket",
    expression: 'valueText.matches("^(a+)+$")',
  });
  await expect(exportLateDrops(at.context, parseExportRequest(query))).rejects.toThrow(BadExpression);
});

test("a wrong expression is refused with its place, in each of them, and can be asked about before", async () => {
  await using at = await servingOrders();
  const wrong = "value.amount > 4 &&\n topick == 'a'";
  const fault = { message: "Unknown variable: topick", offset: 21, endOffset: 27, line: 2, column: 2 };
  for (const call of [
    at.client.lateDrops.list.query({ appId: "orders", filter: { expression: wrong } }),
    at.client.lateDrops.figures.query({ appId: "orders", filter: { expression: wrong } }),
  ]) {
    expect(await failing(call)).toEqual({
      message: "the expression, line 2, column 2: Unknown variable: topick",
      data: { code: "BAD_REQUEST", httpStatus: 400, apiCode: "bad-expression", expressionFault: fault },
    });
  }
  const query = new URLSearchParams({
    app: "orders",
    format: "csv",
    actor: "a",
    reason: "b",
    expression: wrong,
  });
  await expect(exportLateDrops(at.context, parseExportRequest(query))).rejects.toMatchObject({ fault });
  const check = at.client.lateDrops.checkExpression;
  expect(await check.query({ expression: wrong })).toEqual({ fault });
  expect(await check.query({ expression })).toEqual({ fault: null });
});

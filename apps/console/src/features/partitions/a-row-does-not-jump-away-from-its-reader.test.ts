import { expect, test } from "vitest";
import { FakeEngine } from "../../../test/fake-engine.ts";
import { type OrderBase, orderBase, orderStandsMs, questionOf } from "./row-order.ts";
import { worstFirst } from "./sort.ts";

const engine = new FakeEngine({ app: "orders", partitions: 8 });
const filter = { text: "", states: [], topic: null };
const base = (atMs: number, holder = "orders-3", sort = worstFirst): OrderBase => ({
  question: questionOf(filter, sort),
  filter,
  sort,
  atMs,
  partitions: engine.tick(1_790_000_000_000).watermarks.partitions,
  holder,
});
const first = base(1000);

test("the order stands for five seconds of the app's clock, and is then made of the newest tick", () => {
  expect(orderBase(undefined, first, false)).toBe(first);
  expect(orderBase(first, base(1000 + orderStandsMs - 1), false)).toBe(first);
  const later = base(1000 + orderStandsMs);
  expect(orderBase(first, later, false)).toBe(later);
});

test("while somebody points at the table or reads it by keys, neither time nor another holder moves a row", () => {
  expect(orderBase(first, base(3_600_000, "orders-5"), true)).toBe(first);
});

test("a holder that is another one each second moves no row each second", () => {
  expect(orderBase(first, base(2000, "orders-5"), false)).toBe(first);
  const later = base(1000 + orderStandsMs, "orders-5");
  expect(orderBase(first, later, false)).toBe(later);
});

test("another question, or other partitions, are answered at once, in use or not", () => {
  const asked = base(2000, "orders-3", { column: "lag", desc: true });
  expect(orderBase(first, asked, true)).toBe(asked);
  const fewer = { ...base(2000), partitions: first.partitions.slice(1) };
  expect(orderBase(first, fewer, true)).toBe(fewer);
});

test("of a rebalance that takes one partition and gives another the new one is there at once", () => {
  const [taken, ...kept] = first.partitions;
  if (taken === undefined) throw new Error("the fake app has no partition");
  const swapped = { ...base(2000), partitions: [...kept, { ...taken, topic: "payments" }] };
  expect(orderBase(first, swapped, true)).toBe(swapped);
  const renumbered = { ...base(2000), partitions: [{ ...taken, partition: 99 }, ...kept] };
  expect(orderBase(first, renumbered, true)).toBe(renumbered);
});

test("the same partitions told in another order move no row", () => {
  const turned = { ...base(2000), partitions: first.partitions.toReversed() };
  expect(orderBase(first, turned, true)).toBe(first);
});

test("a clock that was set back does not freeze the order", () => {
  const back = base(500);
  expect(orderBase(first, back, false)).toBe(back);
});

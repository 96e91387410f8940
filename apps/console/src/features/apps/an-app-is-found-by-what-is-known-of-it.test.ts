import { expect, test } from "vitest";
import { type AppFilter, choicesOf, isShown } from "./filter.ts";

const app = (id: string, environment: string | null, owner: string | null, labels = {}) => ({
  id,
  environment,
  owner,
  labels,
});
const apps = [
  app("orders", "production", "checkout", { tier: "1", region: "eu" }),
  app("orders-test", "staging", "checkout", { tier: "2" }),
  app("fraud", "production", "risk", { tier: "1" }),
  app("stray", null, null),
];
const all: AppFilter = { words: "", environment: null, owner: null, label: null };
const found = (filter: Partial<AppFilter>) =>
  apps.filter((each) => isShown(each, { ...all, ...filter })).map(({ id }) => id);

test.each<[string, Partial<AppFilter>, readonly string[]]>([
  ["nothing", {}, ["orders", "orders-test", "fraud", "stray"]],
  ["a part of the name", { words: "ORD" }, ["orders", "orders-test"]],
  ["words from several places", { words: " eu  checkout " }, ["orders"]],
  ["its environment", { environment: "production" }, ["orders", "fraud"]],
  ["its owner", { owner: "checkout" }, ["orders", "orders-test"]],
  ["a label", { label: "tier=1" }, ["orders", "fraud"]],
  [
    "all of them",
    { words: "ord", environment: "production", owner: "checkout", label: "tier=1" },
    ["orders"],
  ],
  ["a name that no app has", { words: "nobody" }, []],
])("by %s", (_, filter, ids) => {
  expect(found(filter)).toEqual(ids);
});

test("what can be chosen is what there is", () => {
  expect(choicesOf(apps)).toEqual({
    environments: ["production", "staging"],
    owners: ["checkout", "risk"],
    labels: ["region=eu", "tier=1", "tier=2"],
  });
});

import { expect, test } from "vitest";
import { ApiError } from "../api-error.ts";
import { parseExportRequest } from "./export-request.ts";

const who = "&actor=ana&reason=ticket+7";
const parse = (query: string) => parseExportRequest(new URLSearchParams(`${query}${who}`));

test("an address names the app, the format and each field of a filter", () => {
  const query =
    "app=orders&format=csv&from=history&operator=o&topic=t&partition=3&keyPrefix=7&latenessMinMs=-5&latenessMaxMs=9&fromMs=1&untilMs=2&text=%3D1";
  expect(parse(query)).toEqual({
    appId: "orders",
    actor: "ana",
    reason: "ticket 7",
    format: "csv",
    from: "history",
    filter: {
      operator: "o",
      topic: "t",
      partition: 3,
      keyPrefix: "7",
      latenessMinMs: -5,
      latenessMaxMs: 9,
      fromMs: 1,
      untilMs: 2,
      text: "=1",
    },
  });
  expect(parse("app=orders&format=ndjson")).toEqual({
    appId: "orders",
    actor: "ana",
    reason: "ticket 7",
    format: "ndjson",
    from: "collector",
    filter: {},
  });
});

test.each([
  ["format=csv", /^app: /],
  ["app=&format=csv", /^app: /],
  ["app=orders", /^format: /],
  ["app=orders&format=xlsx", /^format: /],
  ["app=orders&format=csv&from=memory", /^from: /],
  ["app=orders&format=csv&operater=a", /operater/],
  ["app=orders&format=csv&text=a&text=b", /^text: is given twice$/],
  ["app=orders&format=csv&partition=x", /^partition: /],
  ["app=orders&format=csv&partition=", /^partition: /],
  ["app=orders&format=csv&partition=1.5", /^partition: /],
  ["app=orders&format=csv&fromMs=99999999999999999999", /^fromMs: /],
  ["app=orders&format=csv&fromMs=9999999999999999", /^fromMs: /],
  [
    "app=orders&format=csv&fromMs=2026-11-30T12:00:00Z",
    /^fromMs: must be whole milliseconds since 1970, e\.g\. 1790000000000$/,
  ],
  ["app=orders&format=csv&untilMs=1.5", /^untilMs: must be whole milliseconds since 1970/],
  ["app=orders&format=csv&latenessMinMs=2&latenessMaxMs=1", /^latenessMinMs: is above latenessMaxMs$/],
  ["app=orders&format=csv&__proto__=1", /__proto__/],
])("%s is refused by name", (query, message) => {
  expect(() => parse(query)).toThrow(ApiError);
  expect(() => parse(query)).toThrow(message);
});

test.each([
  ["reason=ticket", /^actor: /],
  ["actor=ana", /^reason: /],
  ["actor=%20&reason=ticket", /^actor: /],
  ["actor=ana&reason=%00", /^reason: /],
])("%s does not say who takes the file, or what for, and is refused by name", (named, message) => {
  const address = new URLSearchParams(`app=orders&format=csv&${named}`);
  expect(() => parseExportRequest(address)).toThrow(message);
});

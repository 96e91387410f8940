/** The guide for programs lists the calls that there are, each with its kind and input, and each code of a refusal. */
import { ApiError, type ApiErrorCode, appRouter, toTrpcError } from "@stoatflow/api";
import { heldBackReason } from "@stoatflow/engine/wire";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { expect, it } from "vitest";
import { z } from "zod";
import { textOf } from "./repository.ts";

const page = textOf("docs/api-client.md");

/** The cells of each row of the table whose head begins with that word. */
function rowsOf(head: string, of = page): string[][] {
  const lines = of.split("\n");
  const first = lines.findIndex((line) => line.startsWith(`| ${head} `));
  if (first < 0) throw new Error(`the page has no table of ${head}`);
  const length = lines.slice(first).findIndex((line) => !line.startsWith("|"));
  return lines
    .slice(first + 2, first + length)
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));
}

const bare = (cell = "") => cell.replaceAll("`", "");
const definition = z.object({ type: z.string(), inputs: z.array(z.custom<z.ZodType>()).length(1) });
const fields = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

/** Each call with what may be given to it, `?` behind what may be left out. */
const calls = Object.entries<unknown>(appRouter._def.procedures).map(([name, procedure]) => {
  const { type, inputs } = definition.parse(Reflect.get(Object(procedure), "_def"));
  const [input] = inputs;
  if (input === undefined) throw new Error(`${name} has no input`);
  const shape = fields.parse(z.toJSONSchema(input, { io: "input", unrepresentable: "any" }));
  const given = Object.keys(shape.properties).map((key) => (shape.required.includes(key) ? key : `${key}?`));
  return { name, kind: type, input: given.sort() };
});

it("each call is listed with its kind and its input, and no other is", () => {
  const listed = rowsOf("procedure").map(([name, kind, input]) => ({
    name: bare(name),
    kind,
    input: bare(input)
      .split(", ")
      .filter((field) => field !== "")
      .sort(),
  }));
  expect(listed).toEqual(calls);
});

it("each field that calls take is explained", () => {
  const explained = rowsOf("field").flatMap(([names]) => bare(names).split(", "));
  const taken = calls.flatMap(({ input }) => input.map((field) => field.replace("?", "")));
  expect(taken.filter((field) => !explained.includes(field))).toEqual([]);
});

/** By code, so that one that is added must be listed here, and thus on the page. */
const codes: Readonly<Record<ApiErrorCode, true>> = {
  configuration: true,
  "bad-request": true,
  "bad-expression": true,
  "unknown-app": true,
  "unknown-cursor": true,
  "unknown-drop": true,
  "unknown-violation": true,
  "no-incidents": true,
  "no-record-reader": true,
  "no-such-record": true,
  "log-unavailable": true,
  refused: true,
  unreachable: true,
  "broken-off": true,
  timeout: true,
  "bad-answer": true,
  "too-large": true,
  "partly-done": true,
  "not-audited": true,
  "switched-off": true,
  storage: true,
  "too-much-history": true,
  "too-many-readers": true,
  "too-many-watchers": true,
};

const isCode = (name: string): name is ApiErrorCode => name in codes;

it("each code of a refusal is listed with its status", () => {
  const listed = rowsOf("`apiCode`").map(([code, status]) => [bare(code), Number(status)]);
  const all = Object.keys(codes)
    .filter(isCode)
    .map((code) => [code, getHTTPStatusCodeFromError(toTrpcError(new ApiError(code, "")))]);
  expect(listed.sort()).toEqual(all.sort());
});

const routers = [...new Set(calls.map(({ name }) => name.split(".")[0]))].join("|");
const named = new RegExp(`\`(?:client\\.)?((?:${routers})\\.\\w+)(?:\\.\\w+)?[(\`]`, "g");

/** Pages that send their reader to calls. */
const sending = [
  "apps/console/README.md",
  "docs/console-operations.md",
  "docs/control.md",
  "docs/diagnosis.md",
  "docs/on-call.md",
  "packages/api/README.md",
];

it.each(sending)("each call that %s names is there", (file) => {
  const found = [...textOf(file).matchAll(named)].map(([, name = ""]) => name);
  expect(found).not.toEqual([]);
  expect(found.filter((name) => !calls.some((call) => call.name === name))).toEqual([]);
});

it("whoever is on call finds each reason why event time may stand still", () => {
  const reasons = rowsOf("`holder.reason`", textOf("docs/on-call.md")).map(([reason]) => bare(reason));
  expect(reasons.sort()).toEqual([...heldBackReason.options].sort());
});

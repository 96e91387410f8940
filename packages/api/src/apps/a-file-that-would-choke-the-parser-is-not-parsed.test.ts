import { describe, expect, test, vi } from "vitest";

const parseDocument = vi.hoisted(() => vi.fn());
vi.mock("yaml", async (importOriginal) => {
  const yaml = await importOriginal<typeof import("yaml")>();
  parseDocument.mockImplementation(yaml.parseDocument);
  return { ...yaml, parseDocument };
});

const { parseApps } = await import("./parse-apps.ts");
const parse = (yamlText: string) => parseApps({ env: {}, yamlText, yamlName: "apps.yaml" });

const megabyte = 1024 * 1024;
const nested =
  /^apps\.yaml: is nested deeper than 32 levels.*; look for a bracket that is not closed, or several names before one value$/;

describe("what is beyond a bound is refused before it is parsed, with the bound and the way out", () => {
  test.each([
    ["brackets", "[".repeat(megabyte), nested],
    ["brackets that are closed", `apps: ${"[".repeat(40)}${"]".repeat(40)}`, nested],
    ["closing brackets do not make room", `${"]".repeat(40)}${"[".repeat(40)}`, nested],
    ["braces", "{".repeat(megabyte), nested],
    ["braces with keys", "{a: ".repeat(1000), nested],
    ["lists in one line", "- ".repeat(1000), nested],
    ["keys in one line", "? ".repeat(1000), nested],
    ["indentation", Array.from({ length: 40 }, (_, i) => `${" ".repeat(i)}a:`).join("\n"), nested],
    ["names before one value", `${'"a": '.repeat(2000)}x`, nested],
    ["names before one value in brackets", `[${"a: ".repeat(5000)}x]`, nested],
    ["names before one value in braces, a line each", `{${"a:\n".repeat(5000)}x}`, nested],
    ["brackets in indentation", `${"- ".repeat(20)}${"[".repeat(20)}`, nested],
    [
      "bytes",
      `owner: ${"é".repeat(megabyte / 2)}`,
      /^apps\.yaml: has 1048583 bytes, more than 1048576; leave/,
    ],
    [
      "values",
      "- a\n".repeat(20_000),
      /^apps\.yaml: has more than 60000 names, values and signs; leave some/,
    ],
    ["anchors", "- &a x\n".repeat(201), /^apps\.yaml: names more than 200 values by "&"; use fewer$/],
    [
      "aliases",
      `- &a x\n${"- *a\n".repeat(2001)}`,
      /repeats values more than 2000 times by "\*"; use fewer$/,
    ],
  ])("%s", (_, text, message) => {
    parseDocument.mockClear();
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: "configuration" }));
    expect(() => parse(text)).toThrow(message);
    expect(parseDocument).not.toHaveBeenCalled();
  });
});

test("the parser does not hold thousands of names of one map against each other", () => {
  parseDocument.mockClear();
  const names = Array.from({ length: 14_000 }, (_, i) => `k${i}`);
  expect(() => parse(`{${names.join(",")}}`)).toThrow(/^apps\.yaml: "k0, k1, .*… is not known here/);
  expect(() => parse(`{${names.join(",")},k7}`)).toThrow(/^apps\.yaml: "k7" stands twice in one map/);
  expect(parseDocument.mock.calls.map(([, options]) => options)).toEqual([
    expect.objectContaining({ uniqueKeys: false }),
    expect.objectContaining({ uniqueKeys: false }),
  ]);
});

describe("what a list of apps may hold is within the bounds", () => {
  const lines = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i));

  test("200 apps with all their instances and labels", () => {
    const text = lines(
      200,
      (app) => `  - id: app${app}
    urls:
${lines(16, (i) => `      - http://10.0.${app}.${i}:4001`).join("\n")}
    environment: production
    owner: "team [of ${app}"
    runbookUrl: https://wiki.example/${app}
    labels:
${lines(16, (i) => `      label${i}: "{[- ${i}"`).join("\n")}`,
    );
    expect(parse(`apps:\n${text.join("\n")}\n`)).toHaveLength(200);
  });

  test("a list in brackets, remarks far to the right, and texts of many lines", () => {
    const apps = lines(200, (i) => `{id: a${i}, url: "http://x:4001", labels: {k: v}}`).join(", ");
    expect(parse(`${" ".repeat(60)}# ${"[".repeat(99)}\napps: [${apps}]\n`)).toHaveLength(200);
    const folded = lines(40, (i) => `${" ".repeat(6 + i)}w`).join("\n");
    expect(parse(`apps:\n  - id: a\n    url: http://x\n    owner: a\n${folded}\n`)).toMatchObject([
      { id: "a" },
    ]);
  });

  test("each of 200 apps may repeat what is written once", () => {
    const [first, ...rest] = lines(
      200,
      (i) => `  - id: app${i}\n    url: http://x:${i + 20_001}\n    labels: `,
    );
    const text = `apps:\n${first}&all { tier: "1" }\n${rest.map((app) => `${app}*all`).join("\n")}\n`;
    expect(parse(text).at(-1)).toMatchObject({ id: "app199", labels: { tier: "1" } });
  });
});

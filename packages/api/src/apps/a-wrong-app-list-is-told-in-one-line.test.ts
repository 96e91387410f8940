import { describe, expect, test } from "vitest";
import { ApiError } from "../api-error.ts";
import { parseApps } from "./parse-apps.ts";

const env = (apps: string) => ({ env: { STOATFLOW_APPS: apps } });
const yaml = (yamlText: string) => ({ env: {}, yamlText, yamlName: "stoatflow.yaml" });

describe("what is right is taken", () => {
  test("the environment names apps by id and address", () => {
    expect(parseApps(env("orders=http://127.0.0.1:4001, payments=https://pay.example/engine,"))).toEqual([
      { id: "orders", url: "http://127.0.0.1:4001/", environment: null },
      { id: "payments", url: "https://pay.example/engine/", environment: null },
    ]);
  });

  test("YAML names an environment too", () => {
    const text = "apps:\n  - id: orders\n    url: http://127.0.0.1:4001\n    environment: production\n";
    expect(parseApps(yaml(text))).toEqual([
      { id: "orders", url: "http://127.0.0.1:4001/", environment: "production" },
    ]);
  });

  test("the environment outweighs YAML, id by id, and keeps its place", () => {
    const yamlText = "apps: [{ id: a, url: 'http://x:1' }, { id: b, url: 'http://x:2' }]";
    expect(parseApps({ env: { STOATFLOW_APPS: "c=http://x:3,a=http://y:9" }, yamlText })).toEqual([
      { id: "a", url: "http://y:9/", environment: null },
      { id: "b", url: "http://x:2/", environment: null },
      { id: "c", url: "http://x:3/", environment: null },
    ]);
  });

  test.each(["", "apps: []", "# nothing yet\n"])("no apps is no error: %j", (text) => {
    expect(parseApps(yaml(text))).toEqual([]);
  });
});

const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh"
  .split("")
  .map((k, i) => `${k}: &${k} [${Array(9).fill(`*${"abcdefg"[i]}`).join(",")}]`)
  .join("\n")}\n`;

test.each([
  ["no equals sign", env("orders"), /^STOATFLOW_APPS: "orders" is not of the form id=address; write/],
  ["no id", env("=http://x"), /^STOATFLOW_APPS: "=http:\/\/x" is not of the form/],
  ["a bad id", env("a b=http://x"), /^STOATFLOW_APPS: "a b" is no id of an app; use/],
  ["no address", env("orders=here"), /^STOATFLOW_APPS: "here" is not an address; write/],
  ["a file address", env("orders=file:///etc/passwd"), /"file:\/\/\/etc\/passwd" is neither http nor https/],
  ["a password", env("orders=http://u:p@x"), /holds a user name or a password/],
  ["a query", env("orders=http://x/?a=1"), /has a query or a fragment/],
  ["an id twice", env("a=http://x,a=http://y"), /^STOATFLOW_APPS: "a" names two apps; give each/],
  ["too many", env(Array.from({ length: 201 }, (_, i) => `a${i}=http://x`).join()), /more than 200 apps/],
  ["malformed YAML", yaml("apps:\n  - id: 'a\n"), /^stoatflow\.yaml: malformed YAML at line 3, column 1: /],
  [
    "a wrong type",
    yaml("apps: [{ id: 7, url: 'http://x' }]"),
    /^stoatflow\.yaml: apps\[0\]\.id: 7 expected string/,
  ],
  ["a missing field", yaml("apps: [{ id: a }]"), /^stoatflow\.yaml: apps\[0\]\.url: nothing expected string/],
  ["a wrong shape", yaml("apps: orders"), /^stoatflow\.yaml: apps: "orders" expected array/],
  ["no mapping", yaml("- a"), /^stoatflow\.yaml: \["a"\] expected object/],
  ["an unknown key", yaml("app: []"), /^stoatflow\.yaml: "app" is not known here; known is apps/],
  [
    "an unknown key of an app",
    yaml("apps: [{ id: a, url: 'http://x', color: red }]"),
    /^stoatflow\.yaml: apps\[0\]: "color" is not known here; known is id, url, environment/,
  ],
  [
    "a bad address",
    yaml("apps: [{ id: a, url: 'x:1' }]"),
    /^stoatflow\.yaml: apps\[0\]\.url: "x:1" is neither http/,
  ],
  [
    "an id twice in YAML",
    yaml("apps: [{id: a, url: 'http://x'}, {id: a, url: 'http://y'}]"),
    /"a" names two apps/,
  ],
  ["aliases without end", yaml(bomb), /^stoatflow\.yaml: cannot be read: .*; use fewer aliases/],
  ["a value of many lines", env(`a\nb=${"x".repeat(500)}`), /^STOATFLOW_APPS: "a/],
])("%s", (_, input, line) => {
  const thrown = catching(() => parseApps(input));
  expect(thrown).toBeInstanceOf(ApiError);
  expect(thrown).toMatchObject({ code: "configuration", message: expect.stringMatching(line) });
  expect((thrown as ApiError).message).not.toMatch(/[\n\r]/);
});

function catching(call: () => unknown): unknown {
  try {
    call();
  } catch (thrown) {
    return thrown;
  }
  throw new Error("nothing was thrown");
}

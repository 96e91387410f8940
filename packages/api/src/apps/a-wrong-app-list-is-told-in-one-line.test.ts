import { describe, expect, test } from "vitest";
import { ApiError } from "../api-error.ts";
import { appConfigOf } from "../testing/app-config-of.ts";
import { parseApps } from "./parse-apps.ts";

const env = (apps: string) => ({ env: { STOATFLOW_APPS: apps } });
const yaml = (yamlText: string) => ({ env: {}, yamlText, yamlName: "stoatflow.yaml" });

describe("what is right is taken", () => {
  test("the environment names apps by id and address", () => {
    expect(parseApps(env("orders=http://127.0.0.1:4001, payments=https://pay.example/engine,"))).toEqual([
      appConfigOf("orders", "http://127.0.0.1:4001/"),
      appConfigOf("payments", "https://pay.example/engine/"),
    ]);
  });

  test("YAML names an environment too", () => {
    const text = "apps:\n  - id: orders\n    url: http://127.0.0.1:4001\n    environment: production\n";
    expect(parseApps(yaml(text))).toEqual([
      appConfigOf("orders", "http://127.0.0.1:4001/", { environment: "production" }),
    ]);
  });

  test("the environment outweighs YAML, id by id, and keeps its place", () => {
    const yamlText = "apps: [{ id: a, url: 'http://x:4001' }, { id: b, url: 'http://x:4002' }]";
    expect(parseApps({ env: { STOATFLOW_APPS: "c=http://x:4003,a=http://y:4009" }, yamlText })).toEqual([
      appConfigOf("a", "http://y:4009/"),
      appConfigOf("b", "http://x:4002/"),
      appConfigOf("c", "http://x:4003/"),
    ]);
  });

  test("an app has an owner, a runbook, labels, and an address for each of its instances", () => {
    const text = `
      apps:
        - id: orders
          urls: [http://10.0.0.1:4001, http://10.0.0.2:4001]
          owner: payments team
          runbookUrl: https://wiki.example/runbooks?app=orders#late
          labels: { tier: "1", region/eu: west }
        - { id: plain, url: http://10.0.0.3:4001, owner: null, labels: null }`;
    expect(parseApps(yaml(text))).toEqual([
      appConfigOf("orders", ["http://10.0.0.1:4001/", "http://10.0.0.2:4001/"], {
        owner: "payments team",
        runbookUrl: "https://wiki.example/runbooks?app=orders#late",
        labels: { tier: "1", "region/eu": "west" },
      }),
      appConfigOf("plain", "http://10.0.0.3:4001/"),
    ]);
  });

  test("the environment names instances too", () => {
    expect(parseApps(env("orders=http://10.0.0.1:4001|http://10.0.0.2:4001"))).toEqual([
      appConfigOf("orders", ["http://10.0.0.1:4001/", "http://10.0.0.2:4001/"]),
    ]);
  });

  test("no apps is no error where the file says so", () => {
    expect(parseApps(yaml("apps: []"))).toEqual([]);
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
  ["a missing field", yaml("apps: [{ url: 'http://x' }]"), /apps\[0\]\.id: nothing expected string/],
  [
    "no address at all",
    yaml("apps: [{ id: a }]"),
    /^stoatflow\.yaml: apps\[0\]: "a" has no address; give it/,
  ],
  [
    "one address and several",
    yaml("apps: [{ id: a, url: 'http://x', urls: ['http://y'] }]"),
    /apps\[0\]: "a" has both url and urls/,
  ],
  [
    "an instance twice",
    yaml("apps: [{ id: a, urls: ['http://x', 'http://x/'] }]"),
    /apps\[0\]\.urls\[1\]: "http:\/\/x\/" is named twice/,
  ],
  ["an instance without an address", env("a=http://x|"), /^STOATFLOW_APPS: "" is not an address/],
  [
    "too many instances",
    yaml(`apps: [{ id: a, urls: [${Array.from({ length: 17 }, (_, i) => `'http://x:${i}'`)}] }]`),
    /apps\[0\]\.urls: .*Too big/,
  ],
  [
    "a runbook that is no page",
    yaml("apps: [{ id: a, url: 'http://x', runbookUrl: 'javascript:alert(1)' }]"),
    /apps\[0\]\.runbookUrl: "javascript:alert\(1\)" is neither http nor https; write for example https:/,
  ],
  [
    "a runbook with a password",
    yaml("apps: [{ id: a, url: 'http://x', runbookUrl: 'https://u:p@x' }]"),
    /apps\[0\]\.runbookUrl: .* holds a user name or a password/,
  ],
  [
    "a label that is no text",
    yaml("apps: [{ id: a, url: 'http://x', labels: { tier: 1 } }]"),
    /apps\[0\]\.labels\.tier: 1 expected string, received number; write "1" in quotes$/,
  ],
  [
    "a label without a name",
    yaml("apps: [{ id: a, url: 'http://x', labels: { '': x } }]"),
    /apps\[0\]\.labels: "" is no name of a label; use/,
  ],
  [
    "too many labels",
    yaml(`apps: [{ id: a, url: 'http://x', labels: {${Array.from({ length: 17 }, (_, i) => `k${i}: v`)}} }]`),
    /apps\[0\]\.labels: .* has more than 16 labels/,
  ],
  ["a wrong shape", yaml("apps: orders"), /^stoatflow\.yaml: apps: "orders" expected array/],
  ["no mapping", yaml("- a"), /^stoatflow\.yaml: \["a"\] expected object/],
  ["an unknown key", yaml("app: []"), /^stoatflow\.yaml: "app" is not known here; known is apps/],
  [
    "an unknown key of an app",
    yaml("apps: [{ id: a, url: 'http://x', color: red }]"),
    /^stoatflow\.yaml: apps\[0\]: "color" is not known here; known is id, url, urls, environment, owner, /,
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
  [
    "a name twice in one map",
    yaml("apps:\n  - id: a\n    url: http://x\n    labels:\n      tier: 1\n      tier: 2\n"),
    /^stoatflow\.yaml: "tier" stands twice in one map, again at line 6, column 7; take one of them out$/,
  ],
  ["an empty file", yaml(""), /^stoatflow\.yaml: apps: nothing is given; write "apps: \[\]" where/],
  ["a file of remarks", yaml("# nothing yet\n"), /^stoatflow\.yaml: apps: nothing is given; write/],
  ["a file without its key", yaml("{}"), /^stoatflow\.yaml: apps: nothing is given; write/],
  ["a list that ends after its key", yaml("apps:\n"), /^stoatflow\.yaml: apps: null expected array/],
  [
    "a list that holds itself",
    yaml("apps: &apps\n  - *apps\n"),
    /^stoatflow\.yaml: apps\[0\]: a value that holds itself expected object/,
  ],
  [
    "labels that hold themselves",
    yaml("apps: [{ id: a, url: 'http://x', labels: &l { tier: *l } }]"),
    /apps\[0\]\.labels\.tier: a value that holds itself expected string/,
  ],
  ["aliases without end", yaml(bomb), /^stoatflow\.yaml: cannot be read: .*; use fewer aliases/],
  [
    "an alias of nothing",
    yaml("apps:\n  - id: a\n    url: http://x\n    owner: *team\n"),
    /^stoatflow\.yaml: \*team at line 4, column 12 repeats nothing, since no &team stands before it; write &team before what is meant, or quotes around a text that begins with "\*"$/,
  ],
  [
    "an alias in front of what it repeats",
    yaml("apps:\n  - { id: a, url: 'http://x', owner: *o }\n  - { id: b, url: 'http://y', owner: &o o }\n"),
    /^stoatflow\.yaml: \*o at line 2, column 38 repeats nothing, since no &o stands before it; write &o before/,
  ],
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

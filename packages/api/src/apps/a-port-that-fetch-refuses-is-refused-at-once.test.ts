import { expect, test } from "vitest";
import { faultOf } from "../collector/http/fault.ts";
import { appUrl } from "./app-url.ts";
import { parseApps } from "./parse-apps.ts";
import { refusedPorts } from "./refused-ports.ts";

test("each port of the list is one that fetch connects to under no circumstances", async () => {
  for (const port of refusedPorts) {
    const thrown = await fetch(`http://127.0.0.1:${port}/`).catch((cause: unknown) => cause);
    expect(thrown, `port ${port}`).toMatchObject({ cause: { message: "bad port" } });
  }
});

test("an address with such a port is refused with the port, the reason and the way out", () => {
  expect(() => parseApps({ env: { STOATFLOW_APPS: "orders=http://127.0.0.1:6667" } })).toThrow(
    'STOATFLOW_APPS: "http://127.0.0.1:6667" has port 6667, which the console\'s HTTP client may not connect to: ' +
      "it is kept for another protocol; let the engine listen on another port, such as 4001",
  );
  const yamlText = "apps: [{ id: a, urls: ['http://x:4001', 'https://x:10080'] }]";
  expect(() => parseApps({ env: {}, yamlText, yamlName: "apps.yaml" })).toThrow(
    'apps.yaml: apps[0].urls[1]: "https://x:10080" has port 10080',
  );
});

test("a port that is left out, and one beside the list, are taken", () => {
  for (const url of ["http://x/", "https://x/", "http://x:6670/", "http://x:4001/"])
    expect(appUrl(url)).toEqual({ kind: "url", url });
});

test("where a client refuses a port that is not on the list, the reason says what that means", async () => {
  const thrown = await fetch("http://127.0.0.1:6667/").catch((cause: unknown) => cause);
  expect(faultOf(thrown)).toEqual({
    kind: "unreachable",
    reason: "the console's HTTP client may not connect to that port; let the engine listen on another one",
  });
});

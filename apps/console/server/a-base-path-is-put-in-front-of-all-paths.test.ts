import http from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { parseBasePath, withoutBasePath, withSlash } from "./base-path.ts";
import { type Pages, type Placement, place, placePages } from "./placed-pages.ts";

test.each([
  [undefined, ""],
  ["", ""],
  ["/", ""],
  ["/stoatflow", "/stoatflow"],
  ["/ops/stoat.flow-2/", "/ops/stoat.flow-2"],
])("%j is the base path %j", (given, path) => {
  expect(parseBasePath(given)).toBe(path);
});

test.each([
  "ops",
  "//evil.example",
  "/a//b",
  "/a/../b",
  "/a b",
  "/ä",
  "/a?b",
  "/a%2Fb",
  "/api",
  "/apps/x",
  `/${"a".repeat(200)}`,
])("%j is refused, by the name of the setting", (given) => {
  expect(() => parseBasePath(given)).toThrow(`--base-path (or STOATFLOW_BASE_PATH) is "${given}": `);
});

test.each([
  ["/ops/apps/orders?drop=1", "/apps/orders?drop=1"],
  ["/ops/", "/"],
  ["/ops/?drop=1", "/?drop=1"],
  ["/operators", "/operators"],
  // A proxy has taken it away already.
  ["/apps/orders", "/apps/orders"],
  ["/", "/"],
])("below /ops, %s asks for %s", (url, asked) => {
  expect(withoutBasePath(url, "/ops")).toBe(asked);
});

test("who leaves out the last slash is led to the first page", () => {
  expect(withSlash("/ops", "/ops")).toBe("/ops/");
  expect(withSlash("/ops?find=a", "/ops")).toBe("/ops/?find=a");
  for (const url of ["/ops/", "/ops/apps/orders", "/operators", "/"])
    expect(withSlash(url, "/ops")).toBeUndefined();
  expect(withSlash("/", "")).toBeUndefined();
});

test("at the root every path is what it is", () => {
  for (const url of ["/", "/apps/orders", "/?a=1"]) expect(withoutBasePath(url, "")).toBe(url);
});

test.each<[basePath: string, text: string, contentType: string, placed: string]>([
  ["/ops", 'href="/~mark~"', "text/html", 'href="/ops"'],
  ["", 'href="/~mark~"', "text/html", 'href="/"'],
  ["", 'href="/~mark~?a=1"', "text/html", 'href="/?a=1"'],
  ["", 'src="/~mark~/_next/a.js"', "text/html", 'src="/_next/a.js"'],
  ["/ops", '1:I[7,["/~mark~/_next/a.js"]]', "text/x-component", '1:I[7,["/ops/_next/a.js"]]'],
  ["", 'let n="/~mark~";', "application/javascript", 'let n="";'],
  ["/ops", 'let n="/~mark~";', "application/javascript", 'let n="/ops";'],
])("below %j the text %s of type %s is %s", (basePath, text, contentType, placed) => {
  expect(place(text, contentType, { mark: "/~mark~", basePath })).toBe(placed);
});

const placement: Placement = { mark: "/~mark~", basePath: "/ops" };

async function serve(pages: Pages): Promise<string> {
  const server = http.createServer((request, response) => {
    placePages(pages, placement)(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A request as it goes over the wire: `fetch` would unpack the body, and follow. */
async function ask(url: string, options: http.RequestOptions = {}) {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(url, options, resolve).once("error", reject);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

test("a page is asked for below the mark and leaves with the path, however it was cut into pieces", async () => {
  let asked = "";
  const url = await serve(async (request, response) => {
    asked = request.url ?? "";
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Link", "</~mark~/_next/a.css>; rel=preload");
    response.setHeader("Content-Length", 99);
    response.flushHeaders();
    for (const letter of '<a href="/~mark~/apps">ä</a>') response.write(letter);
    response.end();
  });
  const { headers, body } = await ask(`${url}/apps/orders`);
  expect(asked).toBe("/~mark~/apps/orders");
  expect(body.toString()).toBe('<a href="/ops/apps">ä</a>');
  expect(headers["content-length"]).toBe(String(body.length));
  expect(headers["link"]).toBe("</ops/_next/a.css>; rel=preload");
  await ask(`${url}/?a=1`);
  expect(asked).toBe("/~mark~?a=1");
});

test("a redirect leads below the path, and what is asked for in part is given whole", async () => {
  const url = await serve(async (request, response) => {
    response.statusCode = 308;
    response.setHeader("Location", `${request.url}/x`);
    response.end(String(request.headers.range));
  });
  const { status, headers, body } = await ask(`${url}/a`, { headers: { Range: "bytes=0-3" } });
  expect([status, headers["location"], body.toString()]).toEqual([308, "/ops/a/x", "undefined"]);
});

test("a text is packed for who takes it, and bytes that are no text pass as they are", async () => {
  const script = `let n="/~mark~";${"//".padEnd(2000, "x")}`;
  const font = Buffer.from("\u0000/~mark~\u00ff", "latin1");
  const url = await serve(async ({ url: path = "" }, response) => {
    response.setHeader("Content-Type", path.endsWith(".js") ? "application/javascript" : "font/woff2");
    response.end(path.endsWith(".js") ? script : font);
  });
  const packed = await ask(`${url}/a.js`, { headers: { "Accept-Encoding": "br, gzip" } });
  expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
  expect(gunzipSync(packed.body).toString()).toBe(script.replace("/~mark~", "/ops"));
  for (const accepted of ["identity", "gzip;q=0"]) {
    const plain = await ask(`${url}/a.js`, { headers: { "Accept-Encoding": accepted } });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body.toString()).toBe(script.replace("/~mark~", "/ops"));
  }
  expect((await ask(`${url}/a.woff2`, { headers: { "Accept-Encoding": "gzip" } })).body).toEqual(font);
});

test("an answer without a body, as to a HEAD, is one", async () => {
  const url = await serve(async (_request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(null);
  });
  const { status, headers, body } = await ask(url, { method: "HEAD" });
  expect([status, headers["content-length"], body.length]).toEqual([200, undefined, 0]);
});

test("what fails before it is answered fails to the caller", async () => {
  const url = await serve(async () => {
    throw new Error("no page");
  });
  await expect(ask(url)).rejects.toThrow();
});

import { expect, test } from "vitest";
import { judgeRequest, ownNamesOf, type RequestHead } from "./guard.ts";

const own = ownNamesOf("127.0.0.1", 3000, ["https://ops.example.com", "http://10.0.0.7:8080"]);
const call: RequestHead = {
  method: "POST",
  url: "/api/trpc/control.pause",
  host: "127.0.0.1:3000",
  origin: "http://127.0.0.1:3000",
  contentType: "application/json",
  fetchSite: "same-origin",
};
/** By a browser that does not trust the connection, and so does not say which site the page is of. */
const foreign: RequestHead = { ...call, fetchSite: undefined };
const page: RequestHead = {
  method: "GET",
  url: "/",
  host: "localhost:3000",
  origin: undefined,
  contentType: undefined,
  fetchSite: "none",
};
const exported: RequestHead = { ...page, url: "/api/export/late-drops?app=orders&format=csv" };
const probe: RequestHead = { ...page, url: "/health/ready" };

test.each<[name: string, head: RequestHead, status: number]>([
  ["a page by address", page, 200],
  ["a page by IPv6", { ...page, host: "[::1]:3000" }, 200],
  ["a page reached by a link from elsewhere", { ...page, fetchSite: "cross-site" }, 200],
  ["a page by a rebound name", { ...page, host: "evil.example:3000" }, 403],
  ["a page by another port", { ...page, host: "127.0.0.1:4000" }, 403],
  ["a page without a host", { ...page, host: undefined }, 403],
  ["a page by a name that only begins well", { ...page, host: "127.0.0.1:3000.evil.example" }, 403],
  ["a target that is no path", { ...page, url: "http://127.0.0.1:3000/" }, 400],
  ["a form sent to a page", { ...page, method: "POST", contentType: "text/plain" }, 405],
  ["any other method", { ...page, method: "DELETE" }, 405],
  ["a preflight", { ...call, method: "OPTIONS" }, 405],
  ["a call of its own page", call, 200],
  ["a call with a charset", { ...call, contentType: "application/json; charset=utf-8" }, 200],
  ["a call by a command line", { ...call, origin: undefined, fetchSite: undefined }, 200],
  ["a call of a foreign page", { ...foreign, origin: "http://evil.example", fetchSite: "cross-site" }, 403],
  [
    "a call of a foreign page, by a browser that tells no site",
    { ...foreign, origin: "http://evil.example" },
    403,
  ],
  [
    "a call of another port of this machine",
    { ...foreign, origin: "http://127.0.0.1:4000", fetchSite: "same-site" },
    403,
  ],
  [
    "a call of another port, by a browser that tells no site",
    { ...foreign, origin: "http://127.0.0.1:4000" },
    403,
  ],
  ["a call of a sandboxed frame", { ...foreign, origin: "null", fetchSite: "cross-site" }, 403],
  ["a call of a sandboxed frame, by a browser that tells no site", { ...foreign, origin: "null" }, 403],
  ["a call through a proxy, by what the browser says", { ...call, origin: "https://any.example" }, 200],
  ["a call through a proxy without HTTPS that is known", { ...foreign, origin: "http://10.0.0.7:8080" }, 200],
  ["a call through a proxy without HTTPS that is not", { ...foreign, origin: "http://10.0.0.8:8080" }, 403],
  ["a page by the name that the proxy passes on", { ...page, host: "ops.example.com" }, 200],
  ["a call by that name", { ...foreign, host: "10.0.0.7:8080", origin: "http://10.0.0.7:8080" }, 200],
  ["a call across sites without an origin", { ...call, origin: undefined, fetchSite: "cross-site" }, 403],
  ["a call of a form", { ...call, contentType: "application/x-www-form-urlencoded" }, 415],
  ["a call as plain text", { ...call, contentType: "text/plain" }, 415],
  ["a call without a type", { ...call, contentType: undefined }, 415],
  [
    "a stream of its own page",
    { ...call, method: "GET", url: "/api/trpc/apps.watch", contentType: undefined },
    200,
  ],
  ["an export by a link of its own page", { ...exported, fetchSite: "same-origin" }, 200],
  ["an export by a typed address", { ...exported, fetchSite: "none" }, 200],
  ["an export by a command line", { ...exported, fetchSite: undefined }, 200],
  ["an export by a link of a foreign page", { ...exported, fetchSite: "cross-site" }, 403],
  ["an export by a page of another port", { ...exported, fetchSite: "same-site" }, 403],
  ["an export by a foreign script", { ...exported, origin: "http://evil.example" }, 403],
  ["an export by a rebound name", { ...exported, host: "evil.example:3000" }, 403],
  ["an export that is sent to", { ...exported, method: "POST", contentType: "application/json" }, 405],
  ["a probe by a machine", { ...probe, fetchSite: undefined }, 200],
  ["a probe by a typed address", { ...probe, url: "/metrics?format=text", fetchSite: "none" }, 200],
  ["a probe by another name", { ...probe, host: "console.internal:3000" }, 403],
  ["a probe by a foreign script", { ...probe, origin: "http://evil.example" }, 403],
  ["a probe by a link of a foreign page", { ...probe, fetchSite: "cross-site" }, 403],
  ["a probe that is sent to", { ...probe, method: "POST", contentType: "application/json" }, 405],
  ["a stream of a foreign page", { ...foreign, method: "GET", origin: "http://evil.example" }, 403],
])("%s", (_name, head, status) => {
  const verdict = judgeRequest(head, own);
  expect(verdict.kind === "pass" ? 200 : verdict.status).toBe(status);
});

test("whoever comes by another port, as through a tunnel, is told which one it has to be", () => {
  const verdict = judgeRequest({ ...page, host: "localhost:8080" }, own);
  expect(verdict).toMatchObject({ status: 403, code: "forbidden-host" });
  const message = verdict.kind === "refuse" ? verdict.message : "";
  expect(message).toContain("127.0.0.1:3000");
  expect(message).toContain("ssh -L 3000:127.0.0.1:3000 host");
  const elsewhere = judgeRequest(page, ownNamesOf("::1", 80, []));
  expect(elsewhere).toMatchObject({ message: expect.stringContaining("ssh -L 80:[::1]:80 host") });
});

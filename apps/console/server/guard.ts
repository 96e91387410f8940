/**
 * Decides, from its head alone, whether a request may go on. Pure. A page on another site can make a browser send
 * requests here: by a name that it rebinds to loopback (stopped by the Host check), or across sites (stopped by the
 * Origin, Sec-Fetch-Site and content type checks). No answer ever carries a CORS header.
 */
export interface RequestHead {
  readonly method: string;
  readonly url: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly contentType: string | undefined;
  readonly fetchSite: string | undefined;
}

export type Verdict =
  | { readonly kind: "pass" }
  | { readonly kind: "refuse"; readonly status: number; readonly code: string; readonly message: string };

export const trpcPath = "/api/trpc/";
/** Files to save; they are read alone. */
export const exportPath = "/api/export/";
export const lateDropExportPath = `${exportPath}late-drops`;
/** What is read by whoever watches over the console. */
const probePaths = ["/health/live", "/health/ready", "/metrics"] as const;
export type ProbePath = (typeof probePaths)[number];

/** The probe that a request is for, whatever it has behind a question mark. */
export function probeAt(url: string): ProbePath | undefined {
  const [path] = url.split("?");
  return probePaths.find((probe) => probe === path);
}

/** What names this server. */
export interface OwnNames {
  /** The values of a Host header, in lower case. */
  readonly hosts: ReadonlySet<string>;
  /** The origins of a proxy in front of it. */
  readonly origins: ReadonlySet<string>;
}

export function judgeRequest(head: RequestHead, own: OwnNames): Verdict {
  const host = head.host?.toLowerCase();
  if (host === undefined || !own.hosts.has(host)) {
    return refuse(403, "forbidden-host", otherHostMessage(own.hosts));
  }
  if (!head.url.startsWith("/")) return refuse(400, "malformed", "The request target must be a path.");
  // A file or a metric tells as much as a call, so the checks below are the same for all.
  const isCall = head.url.startsWith(trpcPath);
  const isRead = head.method === "GET" || head.method === "HEAD";
  if (!isRead && !(isCall && head.method === "POST")) {
    return refuse(405, "method-not-allowed", `${head.method} is not taken here.`);
  }
  const isPage = !isCall && !head.url.startsWith(exportPath) && probeAt(head.url) === undefined;
  if (isPage) return { kind: "pass" };
  if (!isOwnPage(head, `http://${host}`, own.origins))
    return refuse(403, "forbidden-origin", otherPageMessage);
  if (!isRead && !isJson(head.contentType)) {
    return refuse(415, "not-json", "The body must be sent as application/json.");
  }
  return { kind: "pass" };
}

/**
 * Whether a call comes from a page of this server, or from no page. A browser tells which site a page is of where it
 * trusts the connection (HTTPS, or a name of loopback), and no page can make it say otherwise: that holds through a proxy
 * too, behind which the address that the page has is another one than this server's. Elsewhere the origin has to be known.
 */
function isOwnPage({ origin, fetchSite }: RequestHead, self: string, origins: ReadonlySet<string>): boolean {
  if (fetchSite === "same-origin") return true;
  if (fetchSite !== undefined && fetchSite !== "none") return false;
  return origin === undefined || origin.toLowerCase() === self || origins.has(origin.toLowerCase());
}

const otherPageMessage =
  "Calls are taken from the console's own pages only; behind a proxy without HTTPS, give its address by --origins (or STOATFLOW_ORIGINS).";

/** The names of a server that is bound to `host` and `port`, and offered by a proxy at `origins`. */
export function ownNamesOf(host: string, port: number, origins: readonly string[]): OwnNames {
  const names = [host.includes(":") ? `[${host}]` : host, "127.0.0.1", "localhost", "[::1]"];
  const hosts = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  return {
    hosts: new Set([...hosts, ...origins.map((origin) => new URL(origin).host)]),
    origins: new Set(origins),
  };
}

/** Whoever comes through a tunnel with another port at its near end is sent away too, and told how to come. */
function otherHostMessage(ownHosts: ReadonlySet<string>): string {
  const [own = ""] = ownHosts;
  const [, name, port = "80"] = own.match(/^(.*?)(?::(\d+))?$/) ?? [];
  return `This server answers only to its own loopback address and port, ${own}; a tunnel from another machine has the same port on both sides: ssh -L ${port}:${name}:${port} host; what a proxy calls it is given by --origins (or STOATFLOW_ORIGINS)`;
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

function refuse(status: number, code: string, message: string): Verdict {
  return { kind: "refuse", status, code, message };
}

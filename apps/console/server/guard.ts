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

/** @param ownHosts the values of a Host header that name this server, in lower case. */
export function judgeRequest(head: RequestHead, ownHosts: ReadonlySet<string>): Verdict {
  const host = head.host?.toLowerCase();
  if (host === undefined || !ownHosts.has(host)) {
    return refuse(403, "forbidden-host", otherHostMessage(ownHosts));
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
  if (head.origin !== undefined && head.origin.toLowerCase() !== `http://${host}`) {
    return refuse(403, "forbidden-origin", "Calls are taken from the console's own pages only.");
  }
  if (head.fetchSite !== undefined && head.fetchSite !== "same-origin" && head.fetchSite !== "none") {
    return refuse(403, "forbidden-origin", "Calls are taken from the console's own pages only.");
  }
  if (!isRead && !isJson(head.contentType)) {
    return refuse(415, "not-json", "The body must be sent as application/json.");
  }
  return { kind: "pass" };
}

/** The Host headers that name a server bound to `host` and `port`. */
export function ownHostsOf(host: string, port: number): ReadonlySet<string> {
  const names = [host.includes(":") ? `[${host}]` : host, "127.0.0.1", "localhost", "[::1]"];
  return new Set(names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
}

/** Whoever comes through a tunnel with another port at its near end is sent away too, and told how to come. */
function otherHostMessage(ownHosts: ReadonlySet<string>): string {
  const [own = ""] = ownHosts;
  const [, name, port = "80"] = own.match(/^(.*?)(?::(\d+))?$/) ?? [];
  return `This server answers only to its own loopback address and port, ${own}; a tunnel from another machine has the same port on both sides: ssh -L ${port}:${name}:${port} host`;
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

function refuse(status: number, code: string, message: string): Verdict {
  return { kind: "refuse", status, code, message };
}

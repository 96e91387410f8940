import net from "node:net";

/** Whether a host names this machine alone: 127.0.0.0/8, ::1 or `localhost`. */
export function isLoopback(host: string): boolean {
  if (host === "localhost") return true;
  if (net.isIPv4(host)) return host.startsWith("127.");
  return net.isIPv6(host) && new URL(`http://[${host}]`).hostname === "[::1]";
}

/** A host as it stands in a URL: an IPv6 address in brackets. */
export function hostInUrl(host: string): string {
  return net.isIPv6(host) ? `[${host}]` : host;
}

/**
 * What counts as this machine and nothing else.
 *
 * The server has no login yet, so everything that reaches it must come from the machine itself. A page of the
 * internet can point a name of its own at 127.0.0.1 (DNS rebinding), which is why the `Host` of each request is
 * looked at and not only the address that is listened on.
 */
const ipv4Loopback = /^127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

/** Whether `host` is `localhost`, `::1` or one of 127.0.0.0/8, without brackets and port. */
export function isLoopbackHost(host: string): boolean {
  return host.toLowerCase() === "localhost" || host === "::1" || ipv4Loopback.test(host);
}

/**
 * Whether `authority` (the value of a `Host` header) names this server: a loopback host with its own port.
 *
 * @example
 * ```ts
 * isOwnAuthority("localhost:4001", 4001); // true
 * isOwnAuthority("orders.example:4001", 4001); // false
 * ```
 */
export function isOwnAuthority(authority: string | undefined, port: number): boolean {
  const match = /^(?:\[(::1)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(authority ?? "");
  if (match === null) return false;
  const [, ipv6, other, portText = "80"] = match;
  return isLoopbackHost(ipv6 ?? other ?? "") && Number(portText) === port;
}

/** Whether `origin` (the value of an `Origin` header) is a page that this server itself has given out. */
export function isOwnOrigin(origin: string, port: number): boolean {
  const scheme = "http://";
  return origin.startsWith(scheme) && isOwnAuthority(origin.slice(scheme.length), port);
}

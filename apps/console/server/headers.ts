import type { IncomingHttpHeaders } from "node:http";

/**
 * Headers by which a proxy, or a client that pretends to be one, would tell who is asking and by which path. Who it is
 * can't be known; what the console has to know of a proxy is a setting.
 */
const untrusted =
  /^(x-forwarded-|forwarded$|x-real-ip$|x-middleware-|x-invoke-|x-nonce$|content-security-policy)/;

/** Takes out of a request what only a trusted hop may say, so that nothing behind this server can believe it. */
export function dropUntrusted(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers)) if (untrusted.test(name)) delete headers[name];
}

/**
 * The policy of a page. Scripts run by nonce; the charts position things by style attributes, which no policy can
 * nonce; style elements need the nonce too.
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** What every answer carries. */
export const securityHeaders: ReadonlyArray<readonly [string, string]> = [
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
];

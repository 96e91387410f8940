import { refusedPorts } from "./refused-ports.ts";

/** An address as configured, checked: with a slash at its end, or what is wrong with it. */
export type AppUrl =
  | { readonly kind: "url"; readonly url: string }
  | {
      readonly kind: "fault";
      readonly fault: string;
      /** `undefined`: an example of a right one says enough. */
      readonly remedy?: string;
    };

/**
 * Only plain http and https addresses are taken: no credentials, which would end up in pages and logs, and no query or
 * fragment, which could not be kept when a path is added. A port that `fetch` refuses is none to configure.
 *
 * @example
 * ```ts
 * appUrl("http://127.0.0.1:4001"); // { kind: "url", url: "http://127.0.0.1:4001/" }
 * ```
 */
export function appUrl(text: string): AppUrl {
  if (!URL.canParse(text)) return fault("is not an address");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return fault("is neither http nor https");
  if (url.username !== "" || url.password !== "") return fault("holds a user name or a password");
  if (url.search !== "" || url.hash !== "") return fault("has a query or a fragment");
  if (url.port !== "" && refusedPorts.has(Number(url.port))) {
    return {
      kind: "fault",
      fault: `has port ${url.port}, which the console's HTTP client may not connect to: it is kept for another protocol`,
      remedy: "let the engine listen on another port, such as 4001",
    };
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return { kind: "url", url: url.href };
}

/**
 * What is wrong with an address that a page makes a link of, or `undefined`: it must be http or https, since a link of
 * another kind could run code, and hold no credentials.
 */
export function linkFault(text: string): string | undefined {
  if (!URL.canParse(text)) return "is not an address";
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return "is neither http nor https";
  return url.username !== "" || url.password !== "" ? "holds a user name or a password" : undefined;
}

function fault(text: string): AppUrl {
  return { kind: "fault", fault: text };
}

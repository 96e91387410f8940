import { ApiError } from "../api-error.ts";
import { messageOf, oneLine } from "../one-line.ts";
import { outcomeTextMax } from "../wire/index.ts";

/** An instance that did not do as asked, or did not say whether it did. */
export interface Failure {
  readonly url: string;
  readonly thrown: unknown;
}

/**
 * What became of an action at the instances that failed, each of which is named however much is said: of long words the
 * end goes. What several say alike is told once.
 *
 * @example
 * ```ts
 * const thrown = new ApiError("refused", "it is stopping");
 * toldOfFailures("1 of 2 instances did as asked", [{ url: "http://a:4001/", thrown }]);
 * // "1 of 2 instances did as asked; not so http://a:4001/: it is stopping"
 * ```
 */
export function toldOfFailures(heading: string, failures: readonly Failure[]): string {
  const named = new Map<string, { readonly what: string; readonly words: string; readonly urls: string[] }>();
  for (const { url, thrown } of failures) {
    const what = mayHaveBeenDone(thrown) ? "not known of" : "not so";
    // Whose words they are is told before them.
    const words = messageOf(thrown).replace(` at ${url}`, "");
    const alike = named.get(`${what} ${words}`);
    if (alike === undefined) named.set(`${what} ${words}`, { what, words, urls: [url] });
    else alike.urls.push(url);
  }
  const parts = [...named.values()].map(({ what, urls, words }) => ({
    who: `; ${what} ${urls.join(", ")}: `,
    words,
  }));
  const left = parts.reduce((length, { who }) => length - who.length, outcomeTextMax - heading.length);
  const wordsMax = Math.max(1, Math.floor(left / parts.length));
  const told = parts.map(({ who, words }) => who + oneLine(words, wordsMax));
  return oneLine(heading + told.join(""), outcomeTextMax);
}

/** Whether an app that was called may have done what was asked although the call failed. */
export function mayHaveBeenDone(thrown: unknown): boolean {
  return !(thrown instanceof ApiError) || (thrown.code !== "refused" && thrown.code !== "unreachable");
}

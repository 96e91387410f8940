import { basePath } from "../lib/base-path.ts";

const keptMs = 31_536_000_000;

/**
 * Keeps what somebody has chosen for a year, as a cookie, so that the server renders by it and nothing flashes. A browser
 * without a cookie store forgets it at the next load.
 */
export function keepChoice(name: string, value: string): void {
  if (!("cookieStore" in window)) return;
  const expires = Date.now() + keptMs;
  void cookieStore.set({ name, value, path: homePath(), sameSite: "strict", expires });
}

/** The path of the first page, which a browser takes for all below it. */
function homePath(): string {
  const { pathname } = new URL(`${basePath}/`, location.origin);
  return pathname.replace(/(.)\/$/, "$1");
}

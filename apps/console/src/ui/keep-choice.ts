import { basePath } from "../lib/base-path.ts";

const keptMs = 31_536_000_000;

/**
 * Keeps what somebody has chosen for a year, as a cookie, so that the server renders by it and nothing flashes. A browser
 * without a cookie store forgets it at the next load.
 */
export function keepChoice(name: string, value: string): void {
  if (!("cookieStore" in window)) return;
  const expires = Date.now() + keptMs;
  void cookieStore.set({ name, value, path: `${basePath}/`, sameSite: "strict", expires });
}

/** `text` without control characters and at most `charactersMax` long: fit for a log line and a page. */
export function oneLine(text: string, charactersMax = 500): string {
  const flat = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return flat.length <= charactersMax ? flat : `${flat.slice(0, charactersMax - 1)}…`;
}

/** The message of anything that was thrown, as one line. */
export function messageOf(thrown: unknown, charactersMax?: number): string {
  return oneLine(thrown instanceof Error ? thrown.message : String(thrown), charactersMax);
}

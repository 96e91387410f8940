import { StartError } from "./start-error.ts";

/** How many a console may be reached by. */
const originsMax = 20;

/**
 * The origins by which browsers come through a proxy: scheme, host and, where it is not the usual one, port.
 *
 * @throws StartError with exit status 2, naming the setting, its value and the remedy.
 * @example parseOrigins("https://ops.example.com, http://10.0.0.7:8080") // both, as a browser writes them
 */
export function parseOrigins(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const origins = text.split(",").map((each) => originOf(each.trim(), text));
  if (origins.length > originsMax) throw refusal(text, `${originsMax} at most`);
  return origins;
}

function originOf(text: string, all: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || `${url.origin}/` !== url.href)
    throw refusal(
      all,
      "give addresses without a path, such as https://ops.example.com, with commas between them",
    );
  return url.origin;
}

function refusal(text: string, remedy: string): StartError {
  return new StartError(2, `--origins (or STOATFLOW_ORIGINS) is "${text}": ${remedy}`);
}

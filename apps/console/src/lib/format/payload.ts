import type { Payload } from "@stoatflow/engine/wire";
import { type JsonNode, readJson } from "./exact-json.ts";
import { visibleText } from "./visible-text.ts";

/**
 * What a key, value or header is. No bytes at all, zero bytes, the text "null" and an empty object are four different
 * things.
 */
export type ReadPayload =
  | { readonly kind: "null" }
  | { readonly kind: "empty" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "json"; readonly text: string; readonly json: JsonNode }
  | { readonly kind: "binary" };

/** JSON is never made values of, so its numbers stay exact; a payload that was cut is text, for half of it is no JSON. */
export function readPayload(payload: Payload): ReadPayload {
  if (payload === null) return { kind: "null" };
  if (payload.sizeBytes === 0) return { kind: "empty" };
  if (payload.encoding === "hex") return { kind: "binary" };
  const { text } = payload;
  const json = payload.truncated ? undefined : readJson(text);
  return json === undefined ? { kind: "text", text } : { kind: "json", text, json };
}

/** The bytes that are held of it. */
export function bytesOf(payload: NonNullable<Payload>): Uint8Array {
  const { encoding, text } = payload;
  if (encoding === "utf8") return new TextEncoder().encode(text);
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) {
    bytes[i] = (hexDigit(text, 2 * i) << 4) | hexDigit(text, 2 * i + 1);
  }
  return bytes;
}

/** Lower-case digits, as an engine sends them. */
function hexDigit(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 0x3a ? code - 0x30 : code - 0x57;
}

/** What of a payload is longer does not fit a line. */
export const previewLength = 80;

/** One line of a payload, for a row of a list. */
export interface PayloadPreview {
  readonly kind: "null" | "empty" | "text" | "json" | "binary";
  readonly text: string;
}

/**
 * Text stands in quotes, so that the text "null" is not the word null; an object or an array stands as it is.
 *
 * @example
 * ```ts
 * previewPayload(null).text; // "null"
 * previewPayload({ encoding: "utf8", text: "null", sizeBytes: 4, truncated: false }).text; // '"null"'
 * ```
 */
export function previewPayload(payload: Payload): PayloadPreview {
  if (payload === null) return { kind: "null", text: "null" };
  if (payload.sizeBytes === 0) return { kind: "empty", text: '""' };
  if (payload.encoding === "hex") return { kind: "binary", text: shortened(`0x${payload.text}`) };
  const isJson = !payload.truncated && readJson(payload.text) !== undefined;
  if (isJson) return { kind: "json", text: shortened(visibleText(payload.text)) };
  return { kind: "text", text: `"${shortened(visibleText(payload.text.replace(/["\\]/g, "\\$&")))}"` };
}

function shortened(text: string): string {
  return text.length > previewLength ? `${text.slice(0, previewLength)}…` : text;
}

import type { Payload } from "@stoatflow/engine/wire";
import { layOutJson } from "./exact-json.ts";
import { formatCount } from "./integer.ts";
import { visibleBlock, visibleText } from "./visible-text.ts";

/** How a key, value or header is to be shown. `null` bytes, no bytes and the text "null" are three different things. */
export type ShownPayload =
  | { readonly kind: "null" }
  | { readonly kind: "empty" }
  | { readonly kind: "text"; readonly text: string; readonly note: string | undefined }
  | { readonly kind: "json"; readonly text: string; readonly note: string | undefined }
  | { readonly kind: "hex"; readonly text: string; readonly note: string | undefined };

/**
 * Decides how a payload is shown in full. JSON is laid out without being parsed into values, so its integers stay
 * exact; a payload that was cut says how large the whole is.
 */
export function showPayload(payload: Payload): ShownPayload {
  if (payload === null) return { kind: "null" };
  if (payload.sizeBytes === 0) return { kind: "empty" };
  const note = payload.truncated ? `cut; the whole is ${formatCount(payload.sizeBytes)} bytes` : undefined;
  if (payload.encoding === "hex")
    return { kind: "hex", text: payload.text.replace(/(..)(?=.)/g, "$1 "), note };
  const laidOut = payload.truncated ? undefined : layOutJson(payload.text);
  return laidOut === undefined
    ? { kind: "text", text: visibleBlock(payload.text), note }
    : { kind: "json", text: visibleBlock(laidOut), note };
}

const previewLength = 80;

/** One line of a payload, for a row of a list. */
export function previewPayload(payload: Payload): string {
  if (payload === null) return "null";
  if (payload.sizeBytes === 0) return "empty";
  const text = payload.encoding === "hex" ? `0x${payload.text}` : visibleText(payload.text);
  return text.length > previewLength ? `${text.slice(0, previewLength)}…` : text;
}

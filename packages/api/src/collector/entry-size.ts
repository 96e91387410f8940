import type { LateDrop, Payload } from "@stoatflow/engine/wire";

/** Of an entry without payloads, roughly. */
const bareSize = 200;

/** How much memory an entry takes, in characters; for the bound of a ring. */
export function lateDropSize({ key, value, headers }: LateDrop): number {
  const headersSize = headers.reduce((sum, [name, content]) => sum + name.length + payloadSize(content), 0);
  return bareSize + payloadSize(key) + payloadSize(value) + headersSize;
}

/** As {@link lateDropSize}: a hold carries no payload. */
export function holdSize(): number {
  return bareSize;
}

/** As {@link lateDropSize}: a violation carries no payload. */
export function violationSize(): number {
  return bareSize;
}

function payloadSize(payload: Payload): number {
  return payload?.text.length ?? 0;
}

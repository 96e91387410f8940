import { messageOf, oneLine } from "../../one-line.ts";
import type { FeedEnd } from "../app-source.ts";

/** Thrown within this folder to end a connection or a call with its reason. */
export class FeedFault extends Error {
  override readonly name = "FeedFault";
  readonly end: FeedEnd;

  constructor(kind: FeedEnd["kind"], reason: string) {
    super(reason);
    this.end = { kind, reason: oneLine(reason) };
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused: nothing listens there",
  ECONNRESET: "it broke the connection off",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "no route to the network",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the host name could not be looked up",
  ETIMEDOUT: "no answer to the connection",
  UND_ERR_CONNECT_TIMEOUT: "no answer to the connection",
  UND_ERR_HEADERS_TIMEOUT: "no answer to the request",
  UND_ERR_BODY_TIMEOUT: "it fell silent",
  UND_ERR_SOCKET: "it broke the connection off",
};

/** Of failures that `fetch` gives no code. */
const reasonsWithoutCode: Readonly<Record<string, string>> = {
  "bad port": "the console's HTTP client may not connect to that port; let the engine listen on another one",
};

/** What comes before a connection stands, whatever the system call. */
const beforeSending: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Whether a failed `fetch` certainly sent nothing: what it asked for was then not done. */
export function wasNeverSent(thrown: unknown): boolean {
  for (const at of causesOf(thrown)) {
    if ("syscall" in at && at.syscall === "connect") return true;
    if ("code" in at && typeof at.code === "string" && beforeSending.has(at.code)) return true;
  }
  return false;
}

/** What a failed `fetch`, or a body that broke off, means. */
export function faultOf(thrown: unknown): FeedEnd {
  if (thrown instanceof FeedFault) return thrown.end;
  const code = codeOf(thrown);
  if (code !== undefined && /^(HPE_|UND_ERR_(HEADERS_OVERFLOW|RES_|INVALID))/.test(code)) {
    return { kind: "invalid", reason: "what it answers is not HTTP" };
  }
  const known = code === undefined ? undefined : reasons[code];
  const message = messageOf(innermost(thrown));
  return { kind: "unreachable", reason: known ?? reasonsWithoutCode[message] ?? message };
}

function codeOf(thrown: unknown): string | undefined {
  for (const at of causesOf(thrown)) {
    if ("code" in at && typeof at.code === "string") return at.code;
  }
  return undefined;
}

function innermost(thrown: unknown): unknown {
  return causesOf(thrown).at(-1) ?? thrown;
}

/** The error and what it was caused by, as deep as is worth looking. */
function causesOf(thrown: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let at = thrown; at instanceof Error && causes.length < 6; at = at.cause) causes.push(at);
  return causes;
}

import { ApiError } from "../../api-error.ts";
import type { Clock } from "../../clock.ts";
import { FeedFault, faultOf, wasNeverSent } from "./fault.ts";

export interface JsonRequest {
  readonly url: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly body?: unknown;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly bytesMax: number;
  readonly signal?: AbortSignal | undefined;
  /** What messages call the peer. */
  readonly peer: string;
}

export interface JsonAnswer {
  readonly status: number;
  readonly value: unknown;
}

/**
 * One request with a JSON answer of any status, bounded in time and size. Redirects are not followed.
 *
 * @throws {ApiError} `unreachable`: the request was not sent. `timeout`, `broken-off`, `bad-answer`, `too-large`: it may
 * have been, and carried out.
 */
export async function requestJson(request: JsonRequest): Promise<JsonAnswer> {
  const { url, method, body, clock, timeoutMs, peer, signal } = request;
  const controller = new AbortController();
  const abort = () => controller.abort();
  let late = false;
  const stopTimer = clock.after(timeoutMs, () => {
    late = true;
    abort();
  });
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  try {
    const response = await request.fetch(url, {
      method,
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "manual",
      signal: controller.signal,
    });
    return { status: response.status, value: parse(await boundedText(response, request.bytesMax)) };
  } catch (cause) {
    if (late) {
      throw new ApiError(
        "timeout",
        `${peer} did not answer ${method} ${pathOf(url)} within ${timeoutMs / 1000} s`,
        {
          cause,
        },
      );
    }
    if (cause instanceof AnswerTooLarge)
      throw new ApiError("too-large", `${peer}: ${cause.message}`, { cause });
    const { kind, reason } = faultOf(cause);
    const gone = wasNeverSent(cause) ? "unreachable" : "broken-off";
    throw new ApiError(kind === "invalid" ? "bad-answer" : gone, `${peer}: ${reason}`, { cause });
  } finally {
    stopTimer();
    signal?.removeEventListener("abort", abort);
  }
}

class AnswerTooLarge extends Error {
  constructor(bytesMax: number) {
    super(`its answer is larger than ${bytesMax} bytes`);
  }
}

async function boundedText(response: Response, bytesMax: number): Promise<string> {
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new FeedFault(
      "invalid",
      "it answers with a redirect, which is not followed; configure where it leads",
    );
  }
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new AnswerTooLarge(bytesMax);
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  return parts.join("") + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FeedFault("invalid", "its answer is not JSON");
  }
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}

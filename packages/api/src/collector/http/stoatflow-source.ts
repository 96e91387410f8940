/** A StoatFlow engine as a source: its REST and SSE, checked and bounded. */
import { setImmediate } from "node:timers/promises";
import {
  controlAnswer,
  holdsBody,
  incidentAnswer,
  incidentsBody,
  lateDropsBody,
  type RecordBody,
  type Refusal,
  recordBody,
  refusal,
  topologyBody,
  violationsBody,
  wireVersion,
} from "@stoatflow/engine/wire";
import type { z } from "zod";
import { ApiError, type ApiErrorCode } from "../../api-error.ts";
import type { Clock } from "../../clock.ts";
import { oneLine } from "../../one-line.ts";
import { schemaFault } from "../../schema-fault.ts";
import type { AppSource, RecordPlace } from "../app-source.ts";
import { ControlRefused } from "../control-refused.ts";
import { openFeed } from "./feed-connection.ts";
import { type JsonAnswer, type JsonRequest, requestJson } from "./request-json.ts";
import { defaultSourceLimits, type SourceLimits } from "./source-limits.ts";

/** What an app says of a record that it does not give, as the console tells it. */
const recordRefusals: Partial<Record<Refusal["error"]["code"], ApiErrorCode>> = {
  "not-a-source": "no-such-record",
  "no-such-record": "no-such-record",
  "log-unavailable": "log-unavailable",
  "too-many-reads": "too-many-readers",
  "switched-off": "switched-off",
};

export interface StoatFlowSourceOptions {
  readonly appId: string;
  /** Base address of its engine, ending with a slash. */
  readonly url: string;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  /** @default {@link defaultSourceLimits} */
  readonly limits?: Partial<SourceLimits> | undefined;
}

export function stoatFlowSource({ appId, url, clock, fetch, ...options }: StoatFlowSourceOptions): AppSource {
  const limits = { ...defaultSourceLimits, ...options.limits };
  const peer = `app "${appId}" at ${url}`;

  return {
    connect: (held, listener) => openFeed({ url: at("events"), held, listener, clock, fetch, limits }),
    lateDrops: (after, limit, signal) => entries("late-drops", lateDropsBody, after, limit, signal),
    holds: (after, limit, signal) => entries("holds", holdsBody, after, limit, signal),
    violations: (after, limit, signal) => entries("violations", violationsBody, after, limit, signal),
    topology: (signal) => read("topology", topologyBody, signal),
    record,
    pause: (request) => act("POST", "pause", request, controlAnswer),
    resume: (request) => act("POST", "resume", request, controlAnswer),
    incidents: (signal) => read("incidents", incidentsBody, signal),
    beginIncident: (name, request) => act("POST", `incidents/${name}`, request, incidentAnswer),
    endIncident: (name, request) => act("DELETE", `incidents/${name}`, request, incidentAnswer),
  };

  async function entries<T>(
    path: string,
    schema: z.ZodType<T>,
    after: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<T> {
    const { answerBytesMax, entriesBytesMax } = limits;
    const bytesMax = limit === 1 ? answerBytesMax : Math.min(entriesBytesMax, answerBytesMax);
    const answer = await call("GET", `${path}?after=${after}&limit=${limit}`, { signal, bytesMax });
    if (answer.status !== 200) throw unexpected(`GET /${path}`, answer);
    // What was parsed is checked in a turn of its own: nobody waits for both.
    await setImmediate();
    return checked(schema, `GET /${path}`, answer.value);
  }

  async function record(place: RecordPlace, signal: AbortSignal | undefined): Promise<RecordBody> {
    const query = new URLSearchParams({ ...place, partition: String(place.partition) });
    const answer = await call("GET", `record?${query}`, signal === undefined ? {} : { signal });
    if (answer.status !== 200) {
      const refused = refusal.safeParse(answer.value);
      const code = refused.success ? recordRefusals[refused.data.error.code] : undefined;
      if (!refused.success || code === undefined) throw unexpected("GET /record", answer);
      throw new ApiError(code, oneLine(refused.data.error.message));
    }
    await setImmediate();
    return checked(recordBody, "GET /record", answer.value);
  }

  async function read<T>(path: string, schema: z.ZodType<T>, signal: AbortSignal | undefined): Promise<T> {
    const answer = await call("GET", path, signal === undefined ? {} : { signal });
    if (answer.status !== 200) throw unexpected(`GET /${path}`, answer);
    return checked(schema, `GET /${path}`, answer.value);
  }

  /** An answer in the 400s is the app's own refusal and its message is passed on. */
  async function act<T>(
    method: "POST" | "DELETE",
    path: string,
    request: object,
    schema: z.ZodType<T>,
  ): Promise<T> {
    const answer = await call(method, path, { body: request });
    if (answer.status === 200) return checked(schema, `${method} /${path}`, answer.value);
    const refused = refusal.safeParse(answer.value);
    if (answer.status >= 400 && answer.status < 500 && refused.success)
      throw new ControlRefused(refused.data.error);
    throw unexpected(`${method} /${path}`, answer);
  }

  function call(
    method: JsonRequest["method"],
    path: string,
    rest: { readonly body?: object; readonly signal?: AbortSignal; readonly bytesMax?: number },
  ): Promise<JsonAnswer> {
    const { answerTimeoutMs: timeoutMs, answerBytesMax: bytesMax } = limits;
    return requestJson({ url: at(path), method, fetch, clock, timeoutMs, bytesMax, peer, ...rest });
  }

  function at(path: string): string {
    return new URL(path, url).href;
  }

  function checked<T>(schema: z.ZodType<T>, what: string, value: unknown): T {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const fault = schemaFault(parsed.error);
    throw new ApiError(
      "bad-answer",
      `${peer} answered ${what} wrongly (wire version ${wireVersion}): ${fault}`,
    );
  }

  function unexpected(what: string, { status, value }: JsonAnswer): ApiError {
    const refused = refusal.safeParse(value);
    const message = refused.success ? `: ${oneLine(refused.data.error.message)}` : "";
    const code = status >= 500 ? "broken-off" : "bad-answer";
    return new ApiError(code, `${peer} answered ${what} with status ${status}${message}`);
  }
}

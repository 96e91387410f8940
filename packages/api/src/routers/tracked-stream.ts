import { isTrackedEnvelope, type TrackedEnvelope, tracked } from "@trpc/server";
import { z } from "zod";
import { toTrpcError } from "../trpc.ts";

/** The output of a subscription whose values carry ids: each is held against `schema` before it leaves. */
export function trackedStream<Schema extends z.ZodType<object>>(schema: Schema) {
  type Value = z.infer<Schema>;
  type Stream = AsyncIterable<TrackedEnvelope<Value>, void, undefined>;
  const isStream = (value: unknown): value is Stream =>
    value instanceof Object && Symbol.asyncIterator in value;

  return z.custom<Stream>(isStream).transform(async function* (stream): AsyncGenerator<
    TrackedEnvelope<Value>,
    void,
    undefined
  > {
    for await (const envelope of stream) {
      if (!isTrackedEnvelope(envelope)) throw toTrpcError(new Error("a value of a subscription has no id"));
      const [id, value] = envelope;
      yield tracked(id, schema.parse(value));
    }
  });
}

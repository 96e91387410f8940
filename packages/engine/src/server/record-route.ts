/**
 * `GET /record`: the whole of one record of a topic that the app reads, where its log can give one (the capability
 * `read-record`). Where a setting switches it off, each call is refused by its name; elsewhere there is no such route.
 */
import type { FastifyInstance, FastifyReply } from "fastify";
import { messageOf, StoatFlowError } from "../errors.ts";
import { partitionId } from "../record/topic-partition.ts";
import { recordBytesMax } from "../wire/index.ts";
import { envelopeOf } from "./bodies.ts";
import type { ObservedApp } from "./observed-app.ts";
import { recordBodyOf } from "./record-body.ts";
import { recordQuery } from "./record-query.ts";
import type { RecordAnswer, RecordReads } from "./record-reads.ts";
import { describeIssues, refuse } from "./refusal.ts";
import { recordReadsMax } from "./server-limits.ts";

export function installRecordRoute(server: FastifyInstance, app: ObservedApp, reads: RecordReads): void {
  server.get("/record", { exposeHeadRoute: false }, async ({ query }, reply) => {
    const asked = recordQuery.safeParse(query);
    if (!asked.success) return refuse(reply, "malformed", describeIssues("query", asked.error));
    const { topic, partition, offset } = asked.data;
    try {
      const answer = await reads.read({ topic, partition }, offset);
      if (answer.kind === "not-a-source") {
        return refuse(reply, "not-a-source", notASource(topic, reads.topics));
      }
      if (answer.kind === "too-many") {
        const message = `${recordReadsMax} records are being read from the log; ask again once one is there`;
        return refuse(reply, "too-many-reads", message);
      }
      if (answer.kind !== "found") {
        const place = `${partitionId({ topic, partition })} has no record at offset ${offset}`;
        return refuse(reply, "no-such-record", `${place}: ${whyMissing(answer)}`);
      }
      const body = recordBodyOf(envelopeOf(app.current()), answer.record);
      reads.told(Math.min(body.sizeBytes, recordBytesMax));
      return reply.send(body);
    } catch (thrown) {
      return refuseLog(reply, thrown);
    }
  });
}

/** Where `setting` is 0, so that no byte of a payload leaves the app. */
export function refuseRecords(server: FastifyInstance, setting: string): void {
  const message = `no record is given, as ${setting} is 0, by which no payload leaves the app; a larger one allows it`;
  server.get("/record", { exposeHeadRoute: false }, (_request, reply) =>
    refuse(reply, "switched-off", message),
  );
}

function notASource(topic: string, topics: readonly string[]): string {
  return `the app does not read the topic ${JSON.stringify(topic)}; it reads ${topics.join(", ")}`;
}

function whyMissing(missing: Exclude<RecordAnswer, { kind: "found" | "not-a-source" | "too-many" }>): string {
  switch (missing.kind) {
    case "no-partition":
      return "there is no such partition, or no such topic any more";
    case "deleted":
      return `it was deleted, as the log begins at offset ${missing.start} now`;
    case "beyond-end":
      return `what is committed ends at offset ${missing.end}`;
    case "aborted":
      return "what is there belongs to a transaction that was aborted";
    case "marker":
      return "the marker that ends a transaction is there";
    case "compacted":
      return "compaction has taken it";
  }
}

function refuseLog(reply: FastifyReply, thrown: unknown): FastifyReply {
  if (!(thrown instanceof StoatFlowError) || thrown.code !== "log-unavailable") throw thrown;
  const remedy = thrown.remedy === undefined ? "" : `; ${thrown.remedy}`;
  return refuse(reply, "log-unavailable", `${messageOf(thrown)}${remedy}`);
}

/** `POST /pause` and `POST /resume`: what was asked is checked here, whether it is done is the app's to say. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { type ControlAnswer, pauseRequest, type Refusal, resumeRequest } from "../wire/index.ts";
import type { ControlRefused, ObservedApp } from "./observed-app.ts";
import { describeIssues, refusalBody, refuse, statusOf } from "./refusal.ts";
import type { ServerLogger } from "./server-logger.ts";

export function installControlRoutes(server: FastifyInstance, app: ObservedApp, logger: ServerLogger): void {
  const answer = (reply: FastifyReply, asked: object, outcome: ControlAnswer | ControlRefused) => {
    logger.info({ ...asked, ...outcome }, "a control call was answered");
    if (outcome.result === "refused") return refuseControl(reply, outcome);
    return reply.send(outcome);
  };

  server.post("/pause", ({ body }, reply) => {
    const asked = pauseRequest.safeParse(body);
    if (!asked.success) return refuse(reply, "malformed", describeIssues("body", asked.error));
    return answer(reply, { call: "pause", ...asked.data }, app.pause(asked.data));
  });
  server.post("/resume", ({ body }, reply) => {
    const asked = resumeRequest.safeParse(body);
    if (!asked.success) return refuse(reply, "malformed", describeIssues("body", asked.error));
    return answer(reply, { call: "resume", ...asked.data }, app.resume(asked.data));
  });
}

/** A stale call is told what it did not know. */
function refuseControl(reply: FastifyReply, refused: ControlRefused): FastifyReply {
  const body = refusalBody(refused.code, refused.message);
  const told = refused.code === "not-allowed-now" ? body.error : { ...body.error, changed: refused.changed };
  return reply.code(statusOf[refused.code]).send({ error: told } satisfies Refusal);
}

/**
 * `GET /incidents`, `POST /incidents/NAME` and `DELETE /incidents/NAME`: the simulated incidents of an app that has
 * them. Without a simulator there are no such routes, so that an app at work can't be disturbed by its own server. They
 * are no part of an engine's REST, hence not of its OpenAPI document.
 */
import type { FastifyInstance, FastifyReply } from "fastify";
import {
  type IncidentAnswer,
  type IncidentRequest,
  type IncidentsBody,
  incidentRequest,
} from "../wire/index.ts";
import { envelopeOf } from "./bodies.ts";
import type { IncidentSimulator } from "./incident-simulator.ts";
import type { ObservedApp } from "./observed-app.ts";
import { describeIssues, refuse } from "./refusal.ts";
import type { ServerLogger } from "./server-logger.ts";

interface Named {
  readonly Params: { readonly name: string };
}

export function installIncidentRoutes(
  server: FastifyInstance,
  app: ObservedApp,
  simulator: IncidentSimulator,
  logger: ServerLogger,
): void {
  server.get("/incidents", (_, reply) =>
    reply.send({ ...envelopeOf(app.current()), items: [...simulator.list()] } satisfies IncidentsBody),
  );
  server.post<Named>("/incidents/:name", ({ body, params }, reply) =>
    answer("begin an incident", params.name, body, reply, (asked) => simulator.begin(params.name, asked)),
  );
  server.delete<Named>("/incidents/:name", ({ body, params }, reply) =>
    answer("end an incident", params.name, body, reply, () => simulator.end(params.name)),
  );

  function answer(
    call: string,
    name: string,
    body: unknown,
    reply: FastifyReply,
    does: (asked: IncidentRequest) => IncidentAnswer | undefined,
  ): FastifyReply {
    const asked = incidentRequest.safeParse(body);
    if (!asked.success) return refuse(reply, "malformed", describeIssues("body", asked.error));
    const outcome = does(asked.data);
    if (outcome === undefined) {
      const names = simulator.list().map((one) => one.name);
      return refuse(
        reply,
        "not-found",
        `there is no incident ${JSON.stringify(name)}; there are ${names.join(", ")}`,
      );
    }
    logger.info({ call, ...asked.data, incident: name, result: outcome.result }, "a call was answered");
    return reply.send(outcome);
  }
}

/** The HTTP side without any route: its bounds, and the answers to what is no request at all. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { refusalBody, refuse } from "./refusal.ts";
import { connectionsMax, requestBytesMax } from "./server-limits.ts";

/** A request has to have arrived whole within this time. */
const requestTimeoutMs = 10_000;

export function createHttpServer(): FastifyInstance {
  const server: FastifyInstance = Fastify({
    bodyLimit: requestBytesMax,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    http: { requireHostHeader: false },
    frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      refuse(reply, "malformed", "the address of the request is not valid");
    },
    clientErrorHandler: refuseRaw,
  });
  server.server.maxConnections = connectionsMax;
  server.removeContentTypeParser("text/plain");
  return server;
}

/** Answers what could not even be read as a request; there is no reply object yet, so it is written by hand. */
function refuseRaw(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  const body = JSON.stringify(refusalBody("malformed", "the request could not be read as HTTP"));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

export function countSockets(server: FastifyInstance): { readonly count: number } {
  const sockets = { count: 0 };
  server.server.on("connection", (socket: Socket) => {
    sockets.count++;
    socket.once("close", () => sockets.count--);
  });
  return sockets;
}

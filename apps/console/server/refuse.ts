import type { ServerResponse } from "node:http";

/** Answers a request that is not served, in the one shape that all refusals of this server have. */
export function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
  });
  response.end(`${JSON.stringify({ error: { code, message } })}\n`);
}

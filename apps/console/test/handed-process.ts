/** A server with no more patience than a test, on the socket that it is handed. */
import http from "node:http";
import { listenOnHanded } from "../server/handed-socket.ts";

const server = http.createServer({ headersTimeout: 50, connectionsCheckingInterval: 10 });
server.on("request", (_request, response) => response.end());
await listenOnHanded(server);

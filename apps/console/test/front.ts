/** A plain proxy in front of a console: it counts the streams that pass, can break them, and can turn to another console. */
import http from "node:http";
import type { AddressInfo } from "node:net";

export class Front {
  readonly #server = http.createServer((request, response) => this.#pass(request, response));
  readonly #streams = new Set<http.ServerResponse>();
  #target: URL;
  /** What the newest stream was asked for. */
  asked: {
    readonly listEveryMs: number | null;
    readonly apps: readonly { readonly appId: string; readonly everyMs: number }[];
  } = { listEveryMs: null, apps: [] };
  /** How many streams there have been. */
  streamsEver = 0;

  constructor(targetUrl: string) {
    this.#target = new URL(targetUrl);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get openStreams(): number {
    return this.#streams.size;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  turnTo(targetUrl: string): void {
    this.#target = new URL(targetUrl);
  }

  breakStreams(): void {
    for (const stream of this.#streams) stream.destroy();
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #pass(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { url = "/", method, headers } = request;
    const isStream = url.includes("/api/trpc/live.watch");
    if (isStream) this.#note(new URL(url, this.#target), response);
    const { hostname, port, host } = this.#target;
    const forwarded = http.request(
      { hostname, port, path: url, method, headers: { ...headers, host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.once("error", () => response.destroy());
        answer.once("aborted", () => response.destroy());
      },
    );
    // As a proxy says that nobody is behind it.
    forwarded.once("error", () =>
      response.headersSent ? response.destroy() : response.writeHead(502).end(),
    );
    response.once("close", () => forwarded.destroy());
    request.pipe(forwarded);
  }

  #note({ searchParams }: URL, response: http.ServerResponse): void {
    this.asked = { listEveryMs: null, apps: [], ...JSON.parse(searchParams.get("input") ?? "{}") };
    this.streamsEver += 1;
    this.#streams.add(response);
    response.once("close", () => this.#streams.delete(response));
  }
}

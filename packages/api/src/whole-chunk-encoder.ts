/** Turns text into UTF-8 as the platform's `TextEncoderStream` does, but a chunk at once. */
class WholeChunkEncoderStream extends TransformStream<string, Uint8Array> {
  readonly encoding = "utf-8";

  constructor() {
    const encoder = new TextEncoder();
    // The first half of a character whose second half is in the next chunk.
    let half = "";
    super({
      transform(chunk, controller) {
        const text = half + chunk;
        half = /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : "";
        const whole = half === "" ? text : text.slice(0, -1);
        if (whole !== "") controller.enqueue(encoder.encode(whole));
      },
      flush(controller) {
        if (half !== "") controller.enqueue(encoder.encode(half));
      },
    });
  }
}

/**
 * Puts a `TextEncoderStream` in place of the platform's, for the whole process: that of Node 20 takes a text apart letter
 * by letter, which for a megabyte is a tenth of a second on one core, and everything that a subscription sends goes
 * through it. For a process that serves the router, before it listens; nothing does so by being imported.
 *
 * @example
 * ```ts
 * import { createHTTPServer } from "@trpc/server/adapters/standalone";
 *
 * encodeChunksWhole();
 * createHTTPServer({ router: appRouter, createContext: createContext({ collectors, database }) }).listen(4000, "127.0.0.1");
 * ```
 */
export function encodeChunksWhole(): void {
  Object.defineProperty(globalThis, "TextEncoderStream", {
    value: WholeChunkEncoderStream,
    configurable: true,
    writable: true,
  });
}

/**
 * One stream of `GET /events`.
 *
 * It owns what one reader has been sent, and is called by the feed alone. What waits for a slow reader is one write
 * at most, whatever happens meanwhile (invariant 17): a reader that misses a tick is given the newest snapshot as
 * soon as it takes bytes again.
 *
 * ```
 *            a write is not taken at once            a tick comes
 * following ─────────────────────────────▶ blocked ───────────────▶ behind
 *     ▲                                       │ drain                  │ drain
 *     └───────────────────────────────────────┴── newest snapshot ◀────┘
 * ```
 */
import type { Writable } from "node:stream";
import type { Cancel, Clock } from "../clock.ts";
import { beatFrame, openFrame } from "./event-frame.ts";

type ReaderState =
  /** It has everything up to the newest tick. */
  | { readonly kind: "following" }
  /** Its last write has not gone out yet; it has missed nothing so far. */
  | { readonly kind: "blocked"; readonly cancelStall: Cancel }
  /** The same, and ticks have passed since. */
  | { readonly kind: "behind"; readonly cancelStall: Cancel }
  | { readonly kind: "ended" };

export interface FeedReaderOptions {
  readonly stream: Writable;
  readonly clock: Clock;
  /** A reader that does not take what waits for it within this time is cut off. */
  readonly stallMs: number;
  /** The newest snapshot as bytes, asked for when the reader has fallen behind and takes bytes again. */
  readonly newest: () => Buffer;
  /** Called once, when the stream is over for whatever reason. */
  readonly onEnd: (reader: FeedReader) => void;
}

export class FeedReader {
  readonly #options: FeedReaderOptions;
  #state: ReaderState = { kind: "following" };

  constructor(options: FeedReaderOptions) {
    this.#options = options;
    options.stream.on("drain", () => this.#drained());
    options.stream.on("error", () => this.#ended());
    options.stream.on("close", () => this.#ended());
  }

  /** What it begins with: a snapshot, or the deltas that it has missed, if any. */
  begin(frames: readonly Buffer[]): void {
    this.#write(Buffer.concat([openFrame, ...frames]));
  }

  /** The next tick. `delta` follows on the tick before, for a reader that has missed none. */
  tick(delta: Buffer): void {
    if (this.#state.kind === "following") this.#write(delta);
    else if (this.#state.kind === "blocked") this.#state = { ...this.#state, kind: "behind" };
  }

  beat(): void {
    if (this.#state.kind === "following") this.#write(beatFrame);
  }

  /** Ends the stream; one that does not take what waits for it is cut off, so that nobody waits for it. */
  end(): void {
    const { stream } = this.#options;
    if (this.#state.kind === "following") stream.end();
    else stream.destroy();
    this.#ended();
  }

  #write(bytes: Buffer): void {
    const { stream, clock, stallMs } = this.#options;
    const taken = stream.write(bytes);
    if (taken) this.#state = { kind: "following" };
    else this.#state = { kind: "blocked", cancelStall: clock.after(stallMs, () => stream.destroy()) };
  }

  #drained(): void {
    const state = this.#state;
    if (state.kind !== "blocked" && state.kind !== "behind") return;
    state.cancelStall();
    if (state.kind === "behind") this.#write(this.#options.newest());
    else this.#state = { kind: "following" };
  }

  #ended(): void {
    const state = this.#state;
    if (state.kind === "ended") return;
    if (state.kind !== "following") state.cancelStall();
    this.#state = { kind: "ended" };
    this.#options.onEnd(this);
  }
}

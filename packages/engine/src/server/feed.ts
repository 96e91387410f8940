/**
 * The feed behind `GET /events`: each tick once, whoever reads.
 *
 * It owns the newest tick, the ring of recent deltas and the readers, and is called by the app's ticks and by the
 * route. A tick costs one delta and one serialisation however many readers there are; a snapshot is serialised when
 * the first reader needs it, once for that tick. Everything that it holds is bounded (invariant 17).
 */
import type { Writable } from "node:stream";
import type { Cancel, Clock } from "../clock.ts";
import type { FeedSnapshot } from "../wire/index.ts";
import { deltaBetween } from "./delta-between.ts";
import { DeltaRing } from "./delta-ring.ts";
import { deltaFrame, sequenceOf, snapshotFrame } from "./event-frame.ts";
import { FeedReader } from "./feed-reader.ts";
import type { ObservedApp } from "./observed-app.ts";
import type { FeedLimits, LimitUse } from "./server-limits.ts";

/** Proxies end a stream that is silent for a minute or so. */
export const beatIntervalMs = 15_000;

export interface FeedOptions {
  readonly app: ObservedApp;
  readonly clock: Clock;
  readonly limits: FeedLimits;
}

export class Feed {
  readonly #app: ObservedApp;
  readonly #clock: Clock;
  readonly #limits: FeedLimits;
  readonly #ring: DeltaRing;
  readonly #readers = new Set<FeedReader>();
  readonly #stopTicks: () => void;
  #newest: FeedSnapshot;
  #newestFrame: Buffer | undefined;
  /** Ticks since the last reader left. Past the ring's length nobody can come back to it, and the feed sleeps. */
  #ticksUnread: number;
  #cancelBeat: Cancel | undefined;

  constructor({ app, clock, limits }: FeedOptions) {
    this.#app = app;
    this.#clock = clock;
    this.#limits = limits;
    this.#ring = new DeltaRing({ deltasMax: limits.resumeDeltasMax, bytesMax: limits.resumeBytesMax });
    this.#newest = app.current();
    this.#ticksUnread = limits.resumeDeltasMax;
    this.#stopTicks = app.onTick((snapshot) => this.#tick(snapshot));
  }

  get readersMax(): number {
    return this.#limits.readersMax;
  }

  get isFull(): boolean {
    return this.#readers.size >= this.readersMax;
  }

  /** The bounds of the feed by name, with what they hold now. */
  limits(): Readonly<Record<string, LimitUse>> {
    return {
      "server.feed.readers": { used: this.#readers.size, limit: this.readersMax },
      "server.feed.resume-deltas": { used: this.#ring.count, limit: this.#limits.resumeDeltasMax },
      "server.feed.resume-bytes": { used: this.#ring.bytes, limit: this.#limits.resumeBytesMax },
    };
  }

  /** Sends the feed to `stream`, from where `lastEventId` left off or, failing that, from the newest snapshot. */
  join(stream: Writable, lastEventId: string | undefined): void {
    if (this.#isAsleep) this.#hold(this.#app.current());
    const reader = new FeedReader({
      stream,
      clock: this.#clock,
      stallMs: this.#limits.readerStallMs,
      newest: () => this.#snapshotFrame(),
      onEnd: (ended) => this.#leave(ended),
    });
    this.#readers.add(reader);
    this.#ticksUnread = 0;
    reader.begin(this.#missedSince(lastEventId) ?? [this.#snapshotFrame()]);
    this.#app.feedClients(this.#readers.size);
    if (this.#readers.size === 1) this.#armBeat();
  }

  /** Ends all streams; no tick is heard any more. */
  close(): void {
    this.#stopTicks();
    for (const reader of [...this.#readers]) reader.end();
  }

  get #isAsleep(): boolean {
    return this.#readers.size === 0 && this.#ticksUnread >= this.#limits.resumeDeltasMax;
  }

  #tick(snapshot: FeedSnapshot): void {
    if (snapshot.sequence === this.#newest.sequence) return;
    if (this.#isAsleep) {
      this.#ring.clear();
      return;
    }
    if (this.#readers.size === 0) this.#ticksUnread++;
    const delta = deltaBetween(this.#newest, snapshot);
    const frame = deltaFrame(delta);
    this.#hold(snapshot);
    this.#ring.push({ base: delta.base, frame });
    for (const reader of this.#readers) reader.tick(frame);
  }

  #hold(snapshot: FeedSnapshot): void {
    this.#newest = snapshot;
    this.#newestFrame = undefined;
  }

  #snapshotFrame(): Buffer {
    this.#newestFrame ??= snapshotFrame(this.#newest);
    return this.#newestFrame;
  }

  #missedSince(lastEventId: string | undefined): Buffer[] | undefined {
    const sequence = sequenceOf(lastEventId, this.#newest.bootId);
    if (sequence === undefined) return undefined;
    return sequence === this.#newest.sequence ? [] : this.#ring.after(sequence);
  }

  #leave(reader: FeedReader): void {
    this.#readers.delete(reader);
    this.#app.feedClients(this.#readers.size);
    if (this.#readers.size === 0) this.#cancelBeat?.();
  }

  #armBeat(): void {
    this.#cancelBeat = this.#clock.after(beatIntervalMs, () => {
      for (const reader of this.#readers) reader.beat();
      this.#armBeat();
    });
  }
}

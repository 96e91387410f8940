/**
 * A log that goes wrong on demand: it takes its time to commit, and sets a consumer back. Stands between an app and its
 * log, whichever that is.
 *
 * It owns how slow commits are now and the app's newest consumer. The set-back is told as an adapter tells it: in the
 * poll that the first record of the lower offset may come with.
 */
import type { Clock, LogClient } from "@stoatflow/engine";
import { Active, type Undo } from "./active.ts";

type Consumer = ReturnType<LogClient["consumer"]>;
type Producer = ReturnType<LogClient["producer"]>;
type Place = Parameters<Consumer["seek"]>[0];
type Offset = Parameters<Consumer["seek"]>[1];

export class DisturbedLog implements LogClient {
  readonly kind: string;
  readonly admin: LogClient["admin"];
  readonly #log: LogClient;
  readonly #clock: Clock;
  readonly #commitDelays = new Active<number>();
  #consumer: DisturbedConsumer | undefined;

  constructor(log: LogClient, clock: Clock) {
    this.kind = log.kind;
    this.admin = log.admin;
    this.#log = log;
    this.#clock = clock;
  }

  consumer(options: Parameters<LogClient["consumer"]>[0]): Consumer {
    this.#consumer = new DisturbedConsumer(this.#log.consumer(options));
    return this.#consumer;
  }

  producer(options: Parameters<LogClient["producer"]>[0]): Producer {
    const producer = this.#log.producer(options);
    return {
      init: () => producer.init(),
      begin: () => producer.begin(),
      send: (records) => producer.send(records),
      sendOffsets: (groupId, offsets) => producer.sendOffsets(groupId, offsets),
      commit: async () => {
        const delayMs = this.#commitDelays.sum((ms) => ms);
        if (delayMs > 0) await new Promise<void>((resolve) => void this.#clock.after(delayMs, resolve));
        return producer.commit();
      },
      abort: () => producer.abort(),
      discard: () => producer.discard(),
    };
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  delayCommits(ms: number): Undo {
    return this.#commitDelays.add(ms);
  }

  /** Resolves when it is under way; does nothing where the app does not read the partition. */
  async seekBack(place: Place, offsets: number): Promise<void> {
    await this.#consumer?.setBack(place, BigInt(offsets));
  }
}

class DisturbedConsumer implements Consumer {
  readonly #consumer: Consumer;
  /** Where each partition stands, by {@link idOf}. */
  readonly #positions = new Map<string, Offset>();
  #setBacks: { readonly partition: Place; readonly to: Offset }[] = [];
  #listener = () => {};

  constructor(consumer: Consumer) {
    this.#consumer = consumer;
  }

  /** By so many offsets, at most to where the log begins. */
  async setBack(partition: Place, offsets: bigint): Promise<void> {
    const at = this.#positions.get(idOf(partition));
    if (at === undefined) return;
    const [bounds] = (await this.#consumer.bounds([partition])).values();
    const start = bounds?.start ?? 0n;
    this.#setBacks.push({ partition, to: at - offsets > start ? at - offsets : start });
    this.#listener();
  }

  poll(): ReturnType<Consumer["poll"]> {
    const setBacks = this.#setBacks.flatMap(({ partition, to }) => {
      const from = this.#positions.get(idOf(partition));
      if (from === undefined || from <= to) return [];
      this.#consumer.seek(partition, to);
      return [{ partition, from, to }];
    });
    this.#setBacks = [];
    const poll = this.#consumer.poll();
    for (const { partition, position } of poll.progress) this.#positions.set(idOf(partition), position);
    return setBacks.length === 0 ? poll : { ...poll, seekBacks: [...setBacks, ...poll.seekBacks] };
  }

  seek(partition: Place, offset: Offset): void {
    this.#positions.set(idOf(partition), offset);
    this.#consumer.seek(partition, offset);
  }

  onReady(listener: () => void): void {
    this.#listener = listener;
    this.#consumer.onReady(listener);
  }

  start(): Promise<void> {
    return this.#consumer.start();
  }

  pause(partitions: readonly Place[]): void {
    this.#consumer.pause(partitions);
  }

  resume(partitions: readonly Place[]): void {
    this.#consumer.resume(partitions);
  }

  committed(partitions: readonly Place[]): ReturnType<Consumer["committed"]> {
    return this.#consumer.committed(partitions);
  }

  bounds(partitions: readonly Place[]): ReturnType<Consumer["bounds"]> {
    return this.#consumer.bounds(partitions);
  }

  commit(offsets: Parameters<Consumer["commit"]>[0]): ReturnType<Consumer["commit"]> {
    return this.#consumer.commit(offsets);
  }

  stop(): Promise<void> {
    return this.#consumer.stop();
  }

  readAhead(): ReturnType<Consumer["readAhead"]> {
    return this.#consumer.readAhead();
  }
}

function idOf({ topic, partition }: Place): string {
  return `${topic}-${partition}`;
}

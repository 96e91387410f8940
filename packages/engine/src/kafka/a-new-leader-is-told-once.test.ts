import { describe, expect, it } from "vitest";
import type { FetchedMessage } from "./fetch-response.ts";
import { LeaderEpochs } from "./leader-epochs.ts";

const partition = { topic: "orders", partition: 3 };

/** A message at an offset, in a batch that a leader of that epoch appended. */
function message([at, epoch]: readonly [number, number]): FetchedMessage {
  return {
    offset: String(at),
    timestamp: "1",
    key: null,
    value: null,
    headers: {},
    isControlRecord: false,
    batchContext: {
      firstOffset: String(at),
      lastOffsetDelta: 0,
      producerId: "-1",
      inTransaction: false,
      partitionLeaderEpoch: epoch,
    },
  };
}

/** What is told of one partition after each of the fetches. */
function toldOf(...fetches: readonly (readonly (readonly [number, number])[])[]) {
  const epochs = new LeaderEpochs();
  return fetches.map((fetch) => {
    epochs.read(partition, fetch.map(message));
    return epochs.take().map(({ fromEpoch, toEpoch, atOffset }) => `${fromEpoch}>${toEpoch} @${atOffset}`);
  });
}

describe("a change of a partition's leader", () => {
  it("is told between two fetches, at the first record of the new one", () => {
    expect(
      toldOf(
        [[0, 4]],
        [[1, 4]],
        [
          [2, 4],
          [3, 5],
          [4, 5],
        ],
        [[5, 5]],
      ),
    ).toEqual([[], [], ["4>5 @3"], []]);
  });

  it("is told within the first fetch, whose first epoch is no change", () => {
    expect(
      toldOf([
        [0, 4],
        [1, 6],
      ]),
    ).toEqual([["4>6 @1"]]);
    expect(toldOf([[0, 4]])).toEqual([[]]);
  });

  it("is told with its partition", () => {
    const epochs = new LeaderEpochs();
    epochs.read(partition, [message([0, 0])]);
    epochs.read({ topic: "orders", partition: 4 }, [message([0, 7])]);
    epochs.read(partition, [message([1, 1])]);
    expect(epochs.take()).toEqual([{ partition, fromEpoch: 0, toEpoch: 1, atOffset: 1n }]);
  });

  it("is told once, however often its records are read again", () => {
    const log = [
      [0, 1],
      [1, 2],
      [2, 3],
    ] as const;
    expect(toldOf(log, log, log.slice(0, 1), log.slice(1), [[3, 4]])).toEqual([
      ["1>3 @2"],
      [],
      [],
      [],
      ["3>4 @3"],
    ]);
  });

  it("that cut the log is told with the first record that the new leader wrote below", () => {
    expect(
      toldOf(
        [
          [8, 1],
          [9, 1],
        ],
        [[6, 2]],
      ),
    ).toEqual([[], ["1>2 @6"]]);
  });

  it("is not made of a batch without an epoch", () => {
    expect(
      toldOf(
        [[0, -1]],
        [[1, 5]],
        [[2, -1]],
        [
          [3, -1],
          [4, 6],
        ],
      ),
    ).toEqual([[], [], [], ["5>6 @4"]]);
    expect(
      toldOf([
        [0, -1],
        [1, 5],
      ]),
    ).toEqual([[]]);
  });

  it("is one with those before it that were not taken yet", () => {
    const epochs = new LeaderEpochs();
    for (let epoch = 0; epoch < 1000; epoch += 1) epochs.read(partition, [message([epoch * 2, epoch])]);
    expect(epochs.take()).toEqual([{ partition, fromEpoch: 0, toEpoch: 999, atOffset: 1998n }]);
    expect(epochs.take()).toEqual([]);
  });
});

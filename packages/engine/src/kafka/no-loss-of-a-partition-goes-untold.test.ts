import { expect, test } from "vitest";
import type { TopicPartition } from "../record/topic-partition.ts";
import { AssignmentChanges } from "./assignment-changes.ts";

const of = (...partitions: number[]): TopicPartition[] =>
  partitions.map((partition) => ({ topic: "t", partition }));

function told(changes: AssignmentChanges): number[][] {
  const all: number[][] = [];
  for (let next = changes.take(); next !== undefined; next = changes.take()) {
    all.push(next.map(({ partition }) => partition));
  }
  return all;
}

test("a join that changes nothing is not told", () => {
  const changes = new AssignmentChanges();
  changes.add(of(0, 1));
  expect(told(changes)).toEqual([[0, 1]]);
  changes.add(of(1, 0));
  expect(changes.isPending).toBe(false);
  expect(told(changes)).toEqual([]);
});

test("the first assignment is told even when it is empty, as a standby's is", () => {
  const changes = new AssignmentChanges();
  changes.add([]);
  expect(told(changes)).toEqual([[]]);
});

test("a partition that was lost and came back between two polls is told as lost first", () => {
  const changes = new AssignmentChanges();
  changes.add(of(0, 1));
  changes.take();
  changes.add(of(0));
  changes.add(of(0, 1));
  expect(told(changes)).toEqual([[0], [0, 1]]);
});

test("however many joins fall between two polls, two changes are told at most", () => {
  const changes = new AssignmentChanges();
  changes.add(of(0, 1, 2));
  changes.take();
  for (const next of [of(0, 1), of(0, 1, 2), of(1, 2), of(0, 1, 2, 3)]) changes.add(next);
  expect(told(changes)).toEqual([[1], [0, 1, 2, 3]]);
});

test("added partitions alone are one change", () => {
  const changes = new AssignmentChanges();
  changes.add(of(0));
  changes.take();
  changes.add(of(0, 1));
  changes.add(of(0, 1, 2));
  expect(told(changes)).toEqual([
    [0, 1],
    [0, 1, 2],
  ]);
});

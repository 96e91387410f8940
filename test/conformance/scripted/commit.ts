import { Serdes, StreamsBuilder } from "@stoatflow/engine";
import { EmbeddedWorld } from "@stoatflow/engine/testing";
import { expect } from "vitest";
import type { Case } from "../case-files.ts";
import { DispatchRig } from "./dispatch-rig.ts";

interface Moment {
  readonly processed: number;
  readonly position: number;
  readonly commit: number;
}

export async function runCommit(of: Case): Promise<void> {
  const completed = of["completed"] as readonly number[] | undefined;
  if (completed !== undefined)
    return runInFlight(of["log"] as readonly number[], completed, of["commit"] as number);
  const moments = (of["commits"] ?? [of]) as readonly Moment[];
  for (const moment of moments) runMoment(of, moment);
}

function runMoment(of: Case, { processed, position, commit }: Moment): void {
  const log = of["log"] as readonly number[];
  const corrupt = new Set(of["corrupt"] as readonly number[] | undefined);
  const rig = new DispatchRig(["in"], true, corrupt);
  const { source } = rig.partition("in");
  // A row that can't be decoded is passed as soon as it would be head: it is fetched when its turn has come.
  const fetched = log.filter((offset, place) => place < processed || !corrupt.has(offset));
  rig.add(
    "in",
    fetched.map((offset) => ({ offset, timestampMs: 0 })),
  );
  source.consumerPosition = BigInt(fetched.length === log.length ? position : (log[processed] ?? position));
  source.endPosition = BigInt(position);
  rig.take(log.slice(0, processed).filter((offset) => !corrupt.has(offset)).length);
  expect(rig.partition("in").position).toBe(BigInt(commit));
  if (of["partitionTimeMs"] === null) expect(rig.partition("in").watermark.highestMs).toBeUndefined();
}

/** Rows that are not completed stand in a lane of their own, which takes no work. */
async function runInFlight(
  log: readonly number[],
  completed: readonly number[],
  commit: number,
): Promise<void> {
  const builder = new StreamsBuilder();
  builder.stream("in", { key: Serdes.string(), value: Serdes.string() }).to("out");
  const world = new EmbeddedWorld({
    topics: { in: 1, out: 1 },
    topology: builder.build(),
    settings: { "processing.lanes": 64 },
  });
  await world.start();
  const waiting = log.filter((offset) => !completed.includes(offset));
  for (const offset of waiting) world.app.parkLane(Buffer.from(`row ${offset}`), true);
  world.append(
    "in",
    0,
    log.map((offset) => ({ key: `row ${offset}`, value: "", ts: 0 })),
  );
  await world.pass(2000);
  const { lanes } = world.app.snapshot().lanes;
  expect(lanes.reduce((sum, lane) => sum + lane.processed, 0)).toBe(completed.length);
  expect(world.committed("in-0") ?? 0n).toBe(BigInt(commit));
}

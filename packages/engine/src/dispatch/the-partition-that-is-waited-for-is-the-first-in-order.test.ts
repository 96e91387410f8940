import { expect, it } from "vitest";
import { PartitionBuffer } from "../ingest/partition-buffer.ts";
import { SourcePartition } from "../ingest/source-partition.ts";
import { PartitionWatermark } from "../watermark/partition-watermark.ts";
import { DispatchPartition } from "./dispatch-partition.ts";
import { Dispatcher } from "./dispatcher.ts";

it("whatever partition was found waiting first", () => {
  const nothing = (): void => {};
  const dispatcher = new Dispatcher(
    { headOf: () => ({ kind: "drop", reason: "undecodable" }), accept: nothing, waitingForCapacity: false },
    { dispatched: nothing, dropped: nothing, regression: nothing },
  );
  const sources = [0, 1, 2].map((partition) => {
    const source = new SourcePartition({ topic: "in", partition }, new PartitionBuffer(), 0n);
    source.endPosition = 0n;
    return source;
  });
  const made = sources.map((source) => {
    const watermark = new PartitionWatermark(0);
    return new DispatchPartition(source, { watermark, idlenessMs: undefined, servedMs: 0 });
  });
  dispatcher.add(made);
  expect(dispatcher.waitingFor).toBeUndefined();
  for (const source of sources.slice(1).reverse()) {
    source.endPosition = 5n;
    dispatcher.refresh([source.id]);
  }
  expect(dispatcher.waitingFor?.source.id).toBe("in-1");
});

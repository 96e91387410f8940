import { recordBody } from "@stoatflow/engine/wire";
import type { z } from "zod";

/** One record as the log has it now, without the state of the app that read it. */
export const logRecord = recordBody.pick({
  instanceId: true,
  topic: true,
  partition: true,
  offset: true,
  timestampMs: true,
  key: true,
  value: true,
  headers: true,
  headerCount: true,
  sizeBytes: true,
  truncated: true,
});
export type LogRecord = z.infer<typeof logRecord>;

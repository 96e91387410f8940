export { EmbeddedClient, type EmbeddedClientOptions } from "./embedded-client.ts";
export {
  type AppendedRecord,
  createEmbeddedLog,
  EmbeddedLog,
  type EmbeddedLogOptions,
  type PartitionBounds,
} from "./embedded-log.ts";
export type { Fault, FaultPoint } from "./fault.ts";
export type { TransactionOutcome } from "./partition-log.ts";
export type { OpenTransaction } from "./transaction-coordinator.ts";

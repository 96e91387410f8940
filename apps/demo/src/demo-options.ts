import { parseArgs } from "node:util";
import { StoatFlowError } from "@stoatflow/engine";

/** Where the demo's records are. */
export type DemoOptions =
  | { readonly kind: "kafka"; readonly brokers: readonly string[] }
  | { readonly kind: "embedded"; readonly directory: string };

/**
 * @param words `--brokers host:port,…` or `--data FOLDER`.
 * @throws {StoatFlowError} `configuration`
 */
export function parseDemoOptions(words: readonly string[]): DemoOptions {
  const { values } = parseArgs({
    args: [...words],
    options: { brokers: { type: "string" }, data: { type: "string" } },
  });
  if (values.brokers !== undefined) return { kind: "kafka", brokers: values.brokers.split(",") };
  if (values.data !== undefined) return { kind: "embedded", directory: values.data };
  throw new StoatFlowError("configuration", "neither --brokers nor --data was given", {
    setting: "--data",
    remedy: "give --data FOLDER for an embedded log, or --brokers host:port for Kafka",
  });
}

import { parseArgs } from "node:util";
import { StoatFlowError } from "@stoatflow/engine";
import { apps } from "./apps.ts";
import type { DemoApp } from "./demo-app.ts";

export interface DemoOptions {
  readonly app: DemoApp;
  readonly log: DemoLog;
}

/** Where the demo's records are. */
export type DemoLog =
  | { readonly kind: "kafka"; readonly brokers: readonly string[] }
  | { readonly kind: "embedded"; readonly directory: string };

/**
 * @param words the app's id, the first app where there is none, and `--brokers host:port,…` or `--data FOLDER`.
 * @throws {StoatFlowError} `configuration`
 */
export function parseDemoOptions(words: readonly string[]): DemoOptions {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { brokers: { type: "string" }, data: { type: "string" } },
    allowPositionals: true,
  });
  return { app: appNamed(positionals), log: logOf(values) };
}

function appNamed(words: readonly string[]): DemoApp {
  const [first] = apps;
  const [id = first.id, ...others] = words;
  const app = apps.find((one) => one.id === id);
  if (app !== undefined && others.length === 0) return app;
  throw new StoatFlowError("configuration", `the demo has no app "${words.join(" ")}"`, {
    setting: "app",
    remedy: `give one of ${apps.map((one) => one.id).join(", ")}`,
  });
}

function logOf(values: {
  readonly brokers?: string | undefined;
  readonly data?: string | undefined;
}): DemoLog {
  if (values.brokers !== undefined) return { kind: "kafka", brokers: values.brokers.split(",") };
  if (values.data !== undefined) return { kind: "embedded", directory: values.data };
  throw new StoatFlowError("configuration", "neither --brokers nor --data was given", {
    setting: "--data",
    remedy: "give --data FOLDER for an embedded log, or --brokers host:port for Kafka",
  });
}

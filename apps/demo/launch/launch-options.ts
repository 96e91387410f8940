import { parseArgs } from "node:util";

export interface LaunchOptions {
  readonly port: number;
  /** `host:port` each; absent: the embedded log. */
  readonly brokers: readonly string[] | undefined;
}

export type Parsed =
  | { readonly kind: "run"; readonly options: LaunchOptions }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "refused"; readonly message: string };

const defaultPort = 3000;

const help = `npm start                              the demo on an embedded log, and the console
npm start -- --port 4000               the console on another port (default ${defaultPort})
npm start -- --brokers host:9092,…     the demo on a Kafka of yours; its topics are created`;

/** Reads what stands behind `npm start --`. Pure. */
export function parseLaunchOptions(words: readonly string[]): Parsed {
  let values: { port?: string | undefined; brokers?: string | undefined; help?: boolean | undefined };
  try {
    ({ values } = parseArgs({
      args: [...words],
      options: {
        port: { type: "string" },
        brokers: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    }));
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).split(/[\n.]/, 1)[0];
    return refused(`${reason}; known are --port, --brokers and --help`);
  }
  if (values.help) return { kind: "help", text: help };

  const port = values.port === undefined ? defaultPort : portOf(values.port);
  if (port === undefined) return refused(`--port is "${values.port}"; give a number from 1 to 65535`);

  if (values.brokers === undefined) return { kind: "run", options: { port, brokers: undefined } };
  const brokers = values.brokers.split(",").map((broker) => broker.trim());
  const wrong = brokers.find((broker) => !isBroker(broker));
  if (wrong !== undefined) {
    return refused(`--brokers has "${wrong}"; give host:port, several with commas, e.g. 127.0.0.1:9092`);
  }
  return { kind: "run", options: { port, brokers } };
}

function refused(message: string): Parsed {
  return { kind: "refused", message };
}

function portOf(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

function isBroker(text: string): boolean {
  const match = /^(?:[\w.-]+|\[[0-9a-fA-F:]+\]):(\d+)$/.exec(text);
  return match?.[1] !== undefined && portOf(match[1]) !== undefined;
}

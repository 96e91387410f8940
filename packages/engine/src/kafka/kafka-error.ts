/** Reads what kafkajs threw: the broker's error is often wrapped once or twice. */
import { messageOf, StoatFlowError } from "../errors.ts";

/** Kafka's name of a broker's error, e.g. `INVALID_PRODUCER_EPOCH`; `undefined` where no broker said anything. */
export function brokerErrorOf(thrown: unknown): string | undefined {
  for (const error of causes(thrown)) {
    // kafkajs 2.2.4 has no name for the code that newer brokers give a fenced producer.
    if ("code" in error && error.code === 90) return "PRODUCER_FENCED";
    if ("type" in error && typeof error.type === "string") return error.type;
  }
  return undefined;
}

/** The first error of a class among the thrown one and its causes, by the names that kafkajs gives its classes. */
export function causeNamed(thrown: unknown, name: string): Error | undefined {
  for (const error of causes(thrown)) if (error.name === name) return error;
  return undefined;
}

/** Errors of a broker that asking again does not cure: the request or the rights are wrong. */
const final: ReadonlySet<string> = new Set([
  "TOPIC_AUTHORIZATION_FAILED",
  "GROUP_AUTHORIZATION_FAILED",
  "CLUSTER_AUTHORIZATION_FAILED",
  "TRANSACTIONAL_ID_AUTHORIZATION_FAILED",
  "UNSUPPORTED_SASL_MECHANISM",
  "SASL_AUTHENTICATION_FAILED",
  "INVALID_TOPIC_EXCEPTION",
  "INVALID_GROUP_ID",
  "INVALID_SESSION_TIMEOUT",
  "INCONSISTENT_GROUP_PROTOCOL",
  "INVALID_TRANSACTION_TIMEOUT",
  "UNSUPPORTED_VERSION",
]);

/** Whether asking again cannot help: rights, an unsupported compression, a bug. */
export function isFinal(thrown: unknown): boolean {
  const type = brokerErrorOf(thrown);
  if (type !== undefined && final.has(type)) return true;
  return finalNames.some((name) => causeNamed(thrown, name) !== undefined);
}

const finalNames: readonly string[] = [
  "KafkaJSNotImplemented",
  "KafkaJSSASLAuthenticationError",
  "KafkaJSServerDoesNotSupportApiKey",
  "RangeError",
  "ReferenceError",
  "AssertionError",
  "StoatFlowError",
];

/** What to throw for a log that did not do as asked. A {@link StoatFlowError} is passed on as it is. */
export function logUnavailable(what: string, brokers: readonly string[], cause: unknown): StoatFlowError {
  if (cause instanceof StoatFlowError) return cause;
  const message = `${what} failed: ${messageOf(cause)}`;
  if (brokerErrorOf(cause) === "UNSTABLE_OFFSET_COMMIT") {
    const remedy =
      "wait for the open transaction that commits them to end; one that never does is found by `kafka-transactions.sh find-hanging`";
    return new StoatFlowError("log-unavailable", message, { cause, remedy });
  }
  return new StoatFlowError("log-unavailable", message, {
    cause,
    setting: "brokers",
    remedy: `see that Kafka runs and answers there, or mend brokers, which is ${brokers.join(", ")}`,
  });
}

function* causes(thrown: unknown): Generator<Error> {
  let next = thrown;
  // The chains of kafkajs are two or three long; the bound only guards against a cycle.
  for (let depth = 0; depth < 8 && next instanceof Error; depth++) {
    yield next;
    next = next.cause;
  }
}

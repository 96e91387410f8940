/** An app as a user writes it: run by `runApp`, with a YAML file of settings and the environment. */
import { parseArgs } from "node:util";
import { runApp, Serdes, StreamsBuilder } from "@stoatflow/engine";
import { kafkaLog } from "@stoatflow/engine/kafka";

const { values } = parseArgs({
  options: {
    brokers: { type: "string", default: "127.0.0.1:9092" },
    topic: { type: "string", default: "in" },
    config: { type: "string" },
  },
});
const builder = new StreamsBuilder();
builder.stream(values.topic, { key: Serdes.string(), value: Serdes.string() }).to("out");

await runApp({
  applicationId: "user-app",
  topology: builder.build(),
  log: kafkaLog({ brokers: values.brokers.split(",") }),
  ...(values.config === undefined ? {} : { configFile: values.config }),
});

/**
 * An app as someone writes it who has the engine installed: plain JavaScript, on the embedded log, with three records
 * there from the start. It is copied beside an installed engine and run there.
 */
import { runApp, Serdes, StreamsBuilder, systemClock, WatermarkStrategy } from "@stoatflow/engine";
import { createEmbeddedLog } from "@stoatflow/engine/embedded";

const log = createEmbeddedLog({ clock: systemClock });
log.createTopic("words", 1);
log.createTopic("loud-words", 1);
const timestampMs = systemClock.nowMs();
const records = ["calm", "still", "quiet"].map((word) => ({
  key: null,
  value: Buffer.from(word),
  timestampMs,
}));
log.append("words", 0, records);

const builder = new StreamsBuilder();
builder
  .stream("words", {
    key: Serdes.string(),
    value: Serdes.string(),
    watermark: WatermarkStrategy.boundedOutOfOrderness(1000),
  })
  .map((key, word) => ({ key, value: word.toUpperCase() }))
  .to("loud-words", { key: Serdes.string(), value: Serdes.string() });

await runApp({
  applicationId: "words",
  topology: builder.build(),
  log: log.client(),
  settings: { "server.port": 0 },
  started: ({ url }) => console.log(`words is watched at ${url}`),
});

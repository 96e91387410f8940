/** Fetches the test broker's jars ahead of the tests; quick where they are there already. */
import { brokerJars } from "../broker/jars.ts";

try {
  process.stdout.write(`Apache Kafka for the tests: ${await brokerJars()}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

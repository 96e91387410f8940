/**
 * A broker to play with: `npx tsx test/broker/cli.ts [--port 29092]`. It ends, and its data goes, with Ctrl-C.
 */
import { parseArgs } from "node:util";
import { startBroker } from "./broker.ts";

const { values } = parseArgs({ options: { port: { type: "string" } } });
const port = values.port === undefined ? undefined : Number(values.port);
if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) {
  process.stderr.write(`--port: "${values.port}" is not a port; give a number from 1 to 65535\n`);
  process.exit(2);
}

try {
  const broker = await startBroker(port === undefined ? {} : { port });
  process.stdout.write(`Kafka answers at ${broker.brokers}; Ctrl-C ends it\n`);
  const end = () => {
    clearInterval(alive);
    void broker.stop().then(() => process.exit(0));
  };
  const alive = setInterval(() => {
    if (broker.pid() === undefined) end();
  }, 1000);
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

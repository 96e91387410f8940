import { sleep } from "../clock.ts";
import { messageOf } from "../errors.ts";
import type { KafkaSettings } from "./options.ts";

const endLimitMs = 3000;

/**
 * Ends a connection and never throws. kafkajs waits for answers that are due, up to half a minute; a broker that is
 * gone must not hold up the end of a process, so it is given up sooner.
 */
export async function ending(settings: KafkaSettings, end: () => Promise<void>): Promise<void> {
  const ended = end().catch((error: unknown) => {
    settings.logger?.debug({ err: error }, `a connection did not end well: ${messageOf(error)}`);
  });
  await Promise.race([ended, sleep(settings.clock, endLimitMs)]);
}

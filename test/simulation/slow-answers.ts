import type { EmbeddedWorld, SeededRandom } from "@stoatflow/engine/testing";

/**
 * Lets the log take up to `delayMsMax` for each answer about what is committed, where logs begin and end, and for
 * each producer's start, so that these fall between other events as they do with a broker.
 */
export function answerSlowly(world: EmbeddedWorld, random: SeededRandom, delayMsMax: number): void {
  if (delayMsMax === 0) return;
  const slow = <Arguments extends unknown[], Answer>(ask: (...given: Arguments) => Promise<Answer>) => {
    return async (...given: Arguments): Promise<Answer> => {
      const answer = await ask(...given);
      await new Promise<void>((resolve) => {
        world.clock.after(random.int(delayMsMax + 1), resolve);
      });
      return answer;
    };
  };
  const client = world.log.client.bind(world.log);
  world.log.client = (options) => {
    const made = client(options);
    const consumerOf = made.consumer.bind(made);
    const producerOf = made.producer.bind(made);
    made.consumer = (of) => {
      const consumer = consumerOf(of);
      consumer.committed = slow(consumer.committed.bind(consumer));
      consumer.bounds = slow(consumer.bounds.bind(consumer));
      return consumer;
    };
    made.producer = (of) => {
      const producer = producerOf(of);
      if (of.transactionalId?.startsWith("app")) producer.init = slow(producer.init.bind(producer));
      return producer;
    };
    made.admin.readToEnd = slow(made.admin.readToEnd.bind(made.admin));
    return made;
  };
}

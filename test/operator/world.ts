/** One app with the world outside of it and a console that watches it, beside an app that is well. */
import { type ConsoleProcess, startConsole } from "../../apps/console/test/rig.ts";
import { AppRig } from "../apps/app-rig.ts";
import type { Incident } from "./incidents.ts";
import { OutsideRig } from "./outside-rig.ts";

const partitions = 4;

export interface WorldOptions {
  readonly brokers: string;
  readonly createTopics: (
    topics: readonly { topic: string; partitions: number; config: Record<string, string> }[],
  ) => Promise<unknown>;
}

/** An app of orders whose prices somebody else knows; few rows wait in a lane, so that a commit never waits long. */
export class OrdersWorld {
  readonly name: string;
  readonly topic: string;
  readonly outside: OutsideRig;
  readonly app: AppRig;

  private constructor(name: string, topic: string, outside: OutsideRig, app: AppRig) {
    this.name = name;
    this.topic = topic;
    this.outside = outside;
    this.app = app;
  }

  static async start(name: string, { brokers, createTopics }: WorldOptions): Promise<OrdersWorld> {
    const [topic, out] = [`${name}-in`, `${name}-out`];
    const config = { "retention.ms": "-1", "message.timestamp.after.max.ms": `${86_400_000}` };
    await createTopics([
      { topic, partitions, config },
      { topic: out, partitions: 2, config },
    ]);
    const outside = await OutsideRig.start(brokers, topic, partitions);
    const app = await AppRig.start({
      brokers: [brokers],
      applicationId: name,
      topology: "priced-count",
      in: topic,
      out,
      prices: outside.prices,
      boundMs: 1000,
      graceMs: 5000,
      settings: { "processing.lane-capacity": 10 },
    });
    return new OrdersWorld(name, topic, outside, app);
  }

  /** The words that tell an incident of this app. */
  words({ sentence }: Incident): RegExp {
    return new RegExp(sentence.replaceAll("APP", this.name).replaceAll("TOPIC", this.topic));
  }

  async end(): Promise<void> {
    await this.app.kill();
    await this.outside.kill();
  }
}

/** A console that watches these apps alone. */
export function consoleOf(worlds: readonly OrdersWorld[]): Promise<ConsoleProcess> {
  return startConsole(Object.fromEntries(worlds.map(({ name, app }) => [name, app.url])));
}

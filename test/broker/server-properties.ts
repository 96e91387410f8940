/** The settings of a one-node broker on loopback. */
export interface ServerProperties {
  readonly port: number;
  readonly controllerPort: number;
  readonly dataDir: string;
  /** Broker settings by Kafka's names; they win over the ones here. */
  readonly settings: Readonly<Record<string, string>>;
}

/** The text of `server.properties`. */
export function serverProperties(of: ServerProperties): string {
  const all: Readonly<Record<string, string>> = {
    "process.roles": "broker,controller",
    "node.id": "1",
    "controller.quorum.voters": `1@127.0.0.1:${of.controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${of.port},CONTROLLER://127.0.0.1:${of.controllerPort}`,
    "advertised.listeners": `PLAINTEXT://127.0.0.1:${of.port}`,
    "controller.listener.names": "CONTROLLER",
    "inter.broker.listener.name": "PLAINTEXT",
    "log.dirs": of.dataDir,
    "auto.create.topics.enable": "false",
    "offsets.topic.num.partitions": "1",
    "offsets.topic.replication.factor": "1",
    "transaction.state.log.num.partitions": "1",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "share.coordinator.state.topic.num.partitions": "1",
    "share.coordinator.state.topic.replication.factor": "1",
    "share.coordinator.state.topic.min.isr": "1",
    "group.initial.rebalance.delay.ms": "0",
    // Tests that outwait a session should not have to wait for six seconds and more.
    "group.min.session.timeout.ms": "500",
    // A broker that was killed may register again only when its old session is over: nine seconds by default.
    "broker.session.timeout.ms": "3000",
    "broker.heartbeat.interval.ms": "500",
    ...of.settings,
  };
  return `${Object.entries(all)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n")}\n`;
}

/** The broker's own log goes to its standard output, which its guard appends to a file. */
export const loggingProperties = `rootLogger.level=INFO
rootLogger.appenderRef.out.ref=OUT
appender.out.type=Console
appender.out.name=OUT
appender.out.layout.type=PatternLayout
appender.out.layout.pattern=%d %p %c{1}: %m%n
`;

export { type Broker, type BrokerOptions, startBroker } from "./broker.ts";

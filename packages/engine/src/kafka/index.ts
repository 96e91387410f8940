export { kafkaLog } from "./kafka-log.ts";
export type { KafkaLogOptions } from "./options.ts";

import { kafkaLog } from "@stoatflow/engine/kafka";

/** The version of the key by which the offsets topic keeps a group's members and generation. */
const groupMetadataKey = 2;

/**
 * The generation of a group: it grows with each rebalance. Kafka's DescribeGroups tells the members and not the
 * generation, so it is read from where the broker keeps it.
 */
export async function groupGeneration(brokers: string, groupId: string): Promise<number> {
  const log = kafkaLog({ brokers: [brokers] });
  let generation: number | undefined;
  try {
    await log.admin.readToEnd("__consumer_offsets", (records) => {
      for (const { key, value } of records) {
        if (key === null || key.readInt16BE(0) !== groupMetadataKey || textAt(key, 2).text !== groupId)
          continue;
        // A value: its version, the protocol's type, the generation, and more.
        generation = value === null ? undefined : value.readInt32BE(textAt(value, 2).end);
      }
    });
  } finally {
    await log.close();
  }
  if (generation === undefined) throw new Error(`the broker keeps no generation of the group ${groupId}`);
  return generation;
}

/** A text with its length in front, as Kafka writes it. */
function textAt(bytes: Buffer, at: number): { readonly text: string; readonly end: number } {
  const start = at + 2;
  const end = start + Math.max(0, bytes.readInt16BE(at));
  return { text: bytes.toString("utf8", start, end), end };
}

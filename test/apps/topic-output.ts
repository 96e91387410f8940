import { kafkaLog } from "@stoatflow/engine/kafka";

/** What a `read_committed` reader sees of a topic from its start to its end offsets, as `key=value`. */
export async function committedOutput(brokers: readonly string[], topic: string): Promise<string[]> {
  const log = kafkaLog({ brokers });
  const seen: string[] = [];
  try {
    await log.admin.readToEnd(topic, (records) => {
      for (const { key, value } of records)
        seen.push(`${key?.toString() ?? "null"}=${value?.toString() ?? "null"}`);
    });
  } finally {
    await log.close();
  }
  return seen;
}

/** How often each key is there. */
export function countByKey(output: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of output) {
    const key = row.slice(0, row.indexOf("="));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** What is wrong with the dead letters that are committed, held against what was written that is no text. */
import { type EmbeddedWorld, type LogRecord, partitionId } from "@stoatflow/engine/testing";
import type { InputLog } from "./input-log.ts";
import type { Guarantee } from "./plan.ts";

export const deadLetterTopic = "app-dead-letter";

/**
 * One sentence each; empty where all is right. Each record that is committed and no text has one letter (more than
 * one with at-least-once), no other has any, and each letter says where its record lay. A record that went with a cut
 * may have one, if it was read before.
 *
 * @param committed the position of a partition that is committed: what is not below it has no letter yet.
 */
export function deadLetterFaults(
  world: EmbeddedWorld,
  input: InputLog,
  { guarantee, committed }: { guarantee: Guarantee; committed: (partition: number) => bigint },
): string[] {
  const faults: string[] = [];
  const letters = lettersByRecord(world);
  for (let partition = 0; partition < input.partitions; partition += 1) {
    const end = committed(partition);
    for (const [number, { fate, offset, timestampMs }] of input.written(partition).entries()) {
      const value = `${partition}/${number}`;
      const of = letters.get(value) ?? [];
      letters.delete(value);
      const due = fate === "undecodable" && offset < end;
      const most = due || fate === "cut" ? 1 : 0;
      const tooMany = of.length > most && (guarantee === "exactly-once" || most === 0);
      if (tooMany || (due && of.length === 0)) {
        faults.push(`${value}: ${of.length} dead letters where ${most} is due (it is ${fate})`);
      }
      const origin = `${partitionId(input.placeOf(partition))}@${offset} ${timestampMs} undecodable`;
      for (const letter of of) {
        if (originOf(letter) !== origin)
          faults.push(`${value}: its letter says ${originOf(letter)}: ${origin}`);
      }
    }
  }
  for (const value of letters.keys()) faults.push(`${value}: a dead letter of what was never written`);
  return faults;
}

/** By the text behind the byte that makes it none. */
function lettersByRecord(world: EmbeddedWorld): Map<string, LogRecord[]> {
  const letters = new Map<string, LogRecord[]>();
  for (const letter of world.log.readCommitted(deadLetterTopic)) {
    const value = String(letter.value?.subarray(1));
    letters.set(value, [...(letters.get(value) ?? []), letter]);
  }
  return letters;
}

function originOf({ headers }: LogRecord): string {
  const of = (name: string): string => headers.find(([key]) => key === name)?.[1]?.toString() ?? "nothing";
  const place = `${of("stoatflow.origin.topic")}-${of("stoatflow.origin.partition")}`;
  const at = `${place}@${of("stoatflow.origin.offset")} ${of("stoatflow.origin.timestamp-ms")}`;
  return `${at} ${of("stoatflow.dead-letter.reason")}`;
}

export interface PartitionRef {
  readonly topic: string;
  readonly partition: number;
}

const name = /^([A-Za-z0-9._-]{1,249})-(\d{1,9})$/;

/** What a name such as `orders-3` names; `undefined`: it can't be one of a partition. */
export function partitionRef(text: string): PartitionRef | undefined {
  const match = name.exec(text);
  return match?.[1] === undefined ? undefined : { topic: match[1], partition: Number(match[2]) };
}

/**
 * A consumer group: its members, of whom one holds all partitions, and its committed offsets.
 *
 * It owns who holds the assignment. Consumers join and leave; the transaction coordinator and the owner commit.
 */
import type { CommittedOffset, PartitionCommit } from "../ports.ts";
import { type PartitionId, partitionId } from "../record/topic-partition.ts";

export interface GroupMember {
  /** The member holds all partitions from now on, or none. */
  assign(holdsAll: boolean): void;
  /** The group has given its partitions to another, and can't tell it. */
  cutOff(): void;
}

/** What a member that joins does to the one that holds the partitions. */
export type TakeOver = "waits" | "tells" | "cuts-off";

export class ConsumerGroup {
  readonly #members: GroupMember[] = [];
  readonly #committed = new Map<PartitionId, CommittedOffset>();
  #owner: GroupMember | undefined;

  get committed(): ReadonlyMap<PartitionId, CommittedOffset> {
    return this.#committed;
  }

  isOwner(member: GroupMember): boolean {
    return this.#owner === member;
  }

  /** A later member waits as standby, unless it takes over. */
  join(member: GroupMember, takeOver: TakeOver): void {
    this.#members.push(member);
    const former = this.#owner;
    if (former === undefined || takeOver === "tells") {
      this.#give(member);
      return;
    }
    if (takeOver === "waits") return;
    this.#members.splice(this.#members.indexOf(former), 1);
    this.#owner = member;
    former.cutOff();
    member.assign(true);
  }

  /** What the owner held goes to the member that has waited longest. */
  leave(member: GroupMember): void {
    const index = this.#members.indexOf(member);
    if (index < 0) return;
    this.#members.splice(index, 1);
    if (this.#owner !== member) return;
    this.#owner = undefined;
    const [next] = this.#members;
    if (next !== undefined) this.#give(next);
  }

  commit(offsets: readonly PartitionCommit[]): void {
    for (const { partition, offset, metadata } of offsets) {
      this.#committed.set(partitionId(partition), { offset, metadata });
    }
  }

  /** Takes up what the journal remembers. */
  restore(id: PartitionId, committed: CommittedOffset): void {
    this.#committed.set(id, committed);
  }

  /** The topic is gone, and with it what was committed for it. */
  forget(partitions: readonly PartitionId[]): void {
    for (const id of partitions) this.#committed.delete(id);
  }

  #give(member: GroupMember): void {
    const former = this.#owner;
    this.#owner = member;
    former?.assign(false);
    member.assign(true);
  }
}

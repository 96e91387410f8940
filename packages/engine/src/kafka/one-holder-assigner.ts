/**
 * Gives all partitions of a group to one member; the others are hot standbys and get none.
 *
 * The present holder keeps them whoever joins or leaves. Each member says in its subscription since when it holds the
 * partitions, so whichever member leads the group decides alike, and a member that was given up and comes back does
 * not take them from its successor, whose claim is younger.
 */
import {
  type Assigner,
  AssignerProtocol,
  type Cluster,
  type GroupMember,
  type PartitionAssigner,
} from "kafkajs";

/** What a member knows of itself when it joins. */
export interface Holding {
  /** Wall time in milliseconds since which it holds the partitions; `undefined` for a standby. */
  sinceMs(): number | undefined;
}

const assignerName = "stoatflow-one-holder";

export function oneHolderAssigner(holding: Holding): PartitionAssigner {
  return ({ cluster }) => assignerOn(cluster, holding);
}

/** What is needed of a cluster to know the partitions of topics. */
export type TopicMetadata = Pick<Cluster, "addMultipleTargetTopics" | "findTopicPartitionMetadata">;

export function assignerOn(cluster: TopicMetadata, holding: Holding): Assigner {
  return {
    name: assignerName,
    version: 1,
    protocol: ({ topics }) => ({
      name: assignerName,
      metadata: AssignerProtocol.MemberMetadata.encode({
        version: 1,
        topics,
        userData: encodeClaim(holding.sinceMs()),
      }),
    }),
    assign: async ({ members }) => {
      const candidates = members.map(candidateOf);
      const holder = chooseHolder(candidates);
      // The holder may subscribe to topics that this member, which only leads the group, has never asked about.
      if (holder !== undefined) await cluster.addMultipleTargetTopics([...holder.topics]);
      return candidates.map((candidate) => ({
        memberId: candidate.memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({
          version: 1,
          assignment: candidate === holder ? allPartitions(cluster, candidate.topics) : {},
          userData: Buffer.alloc(0),
        }),
      }));
    },
  };
}

function allPartitions(cluster: TopicMetadata, topics: readonly string[]): Record<string, number[]> {
  const assignment: Record<string, number[]> = {};
  for (const topic of topics) {
    const partitions = cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId);
    assignment[topic] = partitions.sort((a, b) => a - b);
  }
  return assignment;
}

/** A member as the leader of the group sees it. */
export interface Candidate {
  readonly memberId: string;
  readonly topics: readonly string[];
  readonly sinceMs: number | undefined;
}

/** The youngest claim, else the first member by id; `undefined` for an empty group. */
export function chooseHolder(candidates: readonly Candidate[]): Candidate | undefined {
  let chosen: Candidate | undefined;
  for (const candidate of candidates) {
    if (chosen === undefined || isBefore(candidate, chosen)) chosen = candidate;
  }
  return chosen;
}

function isBefore(a: Candidate, b: Candidate): boolean {
  if (a.sinceMs !== b.sinceMs) {
    if (a.sinceMs === undefined) return false;
    if (b.sinceMs === undefined) return true;
    return a.sinceMs > b.sinceMs;
  }
  return a.memberId < b.memberId;
}

function candidateOf({ memberId, memberMetadata }: GroupMember): Candidate {
  const decoded = AssignerProtocol.MemberMetadata.decode(memberMetadata);
  return {
    memberId,
    topics: decoded?.topics ?? [],
    sinceMs: decodeClaim(decoded?.userData),
  };
}

function encodeClaim(sinceMs: number | undefined): Buffer {
  if (sinceMs === undefined) return Buffer.alloc(0);
  const claim = Buffer.alloc(8);
  claim.writeBigInt64BE(BigInt(sinceMs));
  return claim;
}

function decodeClaim(claim: Buffer | null | undefined): number | undefined {
  return claim === null || claim === undefined || claim.length !== 8
    ? undefined
    : Number(claim.readBigInt64BE());
}

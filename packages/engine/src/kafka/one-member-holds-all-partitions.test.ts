import { AssignerProtocol } from "kafkajs";
import { expect, test } from "vitest";
import { assignerOn, chooseHolder, type TopicMetadata } from "./one-holder-assigner.ts";

const member = (memberId: string, sinceMs?: number) => ({ memberId, topics: ["t"], sinceMs });

test("the present holder keeps the partitions, whatever its id and whoever joins", () => {
  expect(chooseHolder([member("a"), member("z", 5), member("b")])?.memberId).toBe("z");
});

test("a member that was given up does not take the partitions back from its successor", () => {
  expect(chooseHolder([member("old", 5), member("successor", 9)])?.memberId).toBe("successor");
});

test("without a holder every leader chooses the same member", () => {
  expect(chooseHolder([member("b"), member("a"), member("c")])?.memberId).toBe("a");
  expect(chooseHolder([member("c"), member("b"), member("a")])?.memberId).toBe("a");
  expect(chooseHolder([])).toBeUndefined();
});

test("the holder gets every partition of its own topics in number order, the others none", async () => {
  const counts = new Map([
    ["one", 1],
    ["twelve", 12],
  ]);
  const asked: string[] = [];
  const cluster: TopicMetadata = {
    addMultipleTargetTopics: async (topics) => {
      asked.push(...topics);
    },
    findTopicPartitionMetadata: (topic) =>
      Array.from({ length: counts.get(topic) ?? 0 }, (_, i) => ({
        partitionErrorCode: 0,
        partitionId: i,
        leader: 1,
        replicas: [1],
        isr: [1],
        // As text 10 comes before 2, which is the order that the client's metadata may have.
      })).sort((a, b) => String(a.partitionId).localeCompare(String(b.partitionId))),
  };
  const assignerOf = (sinceMs: number | undefined) => assignerOn(cluster, { sinceMs: () => sinceMs });
  const standby = assignerOf(undefined);
  const holder = assignerOf(1234);
  const assigned = await standby.assign({
    topics: ["one"],
    members: [
      { memberId: "a", memberMetadata: standby.protocol({ topics: ["one"] }).metadata },
      { memberId: "b", memberMetadata: holder.protocol({ topics: ["one", "twelve"] }).metadata },
    ],
  });
  const decoded = assigned.map(({ memberId, memberAssignment }) => [
    memberId,
    AssignerProtocol.MemberAssignment.decode(memberAssignment)?.assignment,
  ]);
  expect(asked).toEqual(["one", "twelve"]);
  expect(decoded).toEqual([
    ["a", {}],
    ["b", { one: [0], twelve: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }],
  ]);
});

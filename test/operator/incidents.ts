import type { OutsideCommand } from "./outside-command.ts";

/** What somebody on call is to find, and what happens for it. */
export interface Incident {
  readonly name: string;
  /** What goes wrong outside of the app; `freeze`: Kafka stands still. */
  readonly cause: OutsideCommand | { readonly kind: "freeze" };
  /** The partition or lane and the reason, in the words of the page; `TOPIC` is the topic. */
  readonly sentence: string;
}

const twoHoursMs = 7_200_000;

/** Every incident with the sentence that tells it: what a page says is compared with these, written down by hand. */
export const incidents: readonly Incident[] = [
  {
    name: "future-stamped-record",
    cause: { kind: "future-stamp", partition: 1, aheadMs: twoHoursMs, rush: 3000, slowMs: 20 },
    sentence:
      "TOPIC-1 is held at offset [\\d,]+: that record is stamped (1 h 59|2 h 00) min ahead of the app's clock",
  },
  {
    name: "producer-clock-ahead",
    cause: { kind: "clock-ahead", partition: 2, aheadMs: 600_000 },
    sentence:
      "TOPIC-2 runs (9|10) min \\d\\d s ahead of the app's clock: the clock of who writes to it is ahead",
  },
  {
    name: "partition-goes-quiet",
    cause: { kind: "quiet", partition: 3 },
    sentence: "APP is \\d+ s behind: TOPIC-3 has nothing new and counts as idle after 5 min",
  },
  {
    name: "late-burst",
    cause: { kind: "late-burst", partition: 0, count: 30, lateMs: 600_000 },
    sentence:
      "TOPIC-0 had 30 late drops in the last 5 min: records up to (9|10) min \\d\\d s behind event time",
  },
  {
    name: "poison-record",
    cause: { kind: "poison", partition: 2 },
    sentence: "APP has (failed|ended) \\(undecodable\\): TOPIC-2 at offset \\d+: ",
  },
  {
    name: "stuck-lane",
    cause: { kind: "hang", partition: 1, key: "customer-stuck" },
    sentence: "Lane \\d is stuck at mapValuesAsync-1: its oldest record has been in work for \\d+ s",
  },
  {
    name: "seek-back",
    cause: { kind: "recreate" },
    sentence:
      "TOPIC-\\d was set back from offset [\\d,]+ to \\d+ at [\\d:]+ UTC: expected where a topic is cut or made anew",
  },
  {
    name: "slow-commit",
    cause: { kind: "freeze" },
    sentence: "APP is \\d+ s behind: TOPIC-\\d waits for a slow commit, under way for \\d+ s",
  },
];

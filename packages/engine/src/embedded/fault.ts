/** The faults that an embedded log can be told to have, and which of them are armed. */
import type { TopicPartition } from "../record/topic-partition.ts";
import type { TransactionOutcome } from "./partition-log.ts";

/** Each is armed for the next `times` occurrences. @default times 1 */
export type Fault = { readonly times?: number } & (
  | ({
      /** A pause of this partition takes effect only after one more poll has brought its records. */
      readonly point: "pause-ineffective";
    } & TopicPartition)
  | ({
      /** What a poll would bring of this partition comes `ms` later; the end position is known at once. */
      readonly point: "fetch-delay";
      readonly ms: number;
    } & TopicPartition)
  | {
      /** A commit takes `ms`, and takes effect at the end of them. */
      readonly point: "commit-delay";
      readonly ms: number;
    }
  | {
      /** The client sees an error; the broker did as `outcome` says. */
      readonly point: "commit-unknown";
      readonly outcome: TransactionOutcome;
    }
  | {
      /**
       * The process ends when it is about to commit, after its offsets joined the transaction. `onCrash` is
       * called once the log knows the process for dead.
       */
      readonly point: "crash-before-commit";
      readonly onCrash: () => void;
    }
  | {
      /** The broker aborts the transaction by itself when its offsets are to join it, or at the given step. */
      readonly point: "broker-timeout-transaction";
      readonly step?: "send" | "offsets" | "commit";
    }
);

export type FaultPoint = Fault["point"];
export type FaultAt<Point extends FaultPoint> = Extract<Fault, { readonly point: Point }>;

interface Armed {
  readonly fault: Fault;
  timesLeft: number;
}

export class ArmedFaults {
  #armed: Armed[] = [];

  arm(fault: Fault): void {
    this.#armed.push({ fault, timesLeft: fault.times ?? 1 });
  }

  disarmAll(): void {
    this.#armed = [];
  }

  /** Uses up one occurrence of the first armed fault of that point that `matches`. */
  take<Point extends FaultPoint>(
    point: Point,
    matches: (fault: FaultAt<Point>) => boolean = () => true,
  ): FaultAt<Point> | undefined {
    if (this.#armed.length === 0) return undefined;
    for (const armed of this.#armed) {
      const { fault } = armed;
      if (!isAt(fault, point) || !matches(fault)) continue;
      armed.timesLeft--;
      if (armed.timesLeft <= 0) this.#armed = this.#armed.filter((other) => other !== armed);
      return fault;
    }
    return undefined;
  }
}

function isAt<Point extends FaultPoint>(fault: Fault, point: Point): fault is FaultAt<Point> {
  return fault.point === point;
}

import { spawn } from "node:child_process";
import { cpSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import { createEmbeddedLog, type EmbeddedLog, type EmbeddedLogOptions } from "./embedded-log.ts";
import { temporaryDirectory } from "./testing/directory.ts";
import { dump } from "./testing/dump.ts";
import { textOf, toTopic, values } from "./testing/records.ts";

const partition = { topic: "in", partition: 0 };

function open(directory: string, options: Partial<EmbeddedLogOptions> = {}): EmbeddedLog {
  return createEmbeddedLog({ clock: new ManualClock(), directory, ...options });
}

function segmentPaths(directory: string, id: string): string[] {
  const of = join(directory, "partitions", id);
  return readdirSync(of)
    .sort()
    .map((name) => join(of, name));
}

function lastOf(paths: readonly string[]): string {
  const path = paths.at(-1);
  if (path === undefined) throw new Error("there is no file");
  return path;
}

async function runTransaction(log: EmbeddedLog, text: string, end: "commit" | "abort" | "open") {
  const producer = log.client().producer({ transactionalId: "app" });
  await producer.init();
  await producer.begin();
  await producer.send([...toTopic("out", 0, text), ...toTopic("out", 1, text)]);
  await producer.sendOffsets("group", [{ partition, offset: 4n, metadata: text }]);
  if (end === "commit") await producer.commit();
  if (end === "abort") await producer.abort();
}

async function fill(log: EmbeddedLog): Promise<void> {
  log.createTopic("in", 1);
  log.createTopic("out", 2);
  log.append("in", 0, values("a", "b", "c", "d", "e", "f"));
  log.deleteRecords("in", 0, 1);
  log.compact("in", 0, [2]);
  log.truncate("in", 0, 5);
  log.append("in", 0, [{ key: Buffer.from("k"), value: null, timestampMs: 1, headers: [["h", null]] }]);
  await runTransaction(log, "gone", "abort");
  await runTransaction(log, "kept", "commit");
  log.addPartitions("in", 2);
  log.appendTransaction("in", 1, values("x"), "aborted");
  log.append("in", 1, values("y"));
}

describe("reopening", () => {
  test("brings everything back as it was, without a close before it", async () => {
    const directory = temporaryDirectory();
    const log = open(directory, { segmentBytes: 64 });
    await fill(log);
    const before = dump(log, ["in", "out"], "group");
    expect(before).toMatchObject({
      topics: {
        in: { bounds: ["1..6..6", "0..3..3"], records: ["0@1=b", "0@3=d", "0@4=e", "0@5=null", "1@2=y"] },
        out: { records: ["0@2=kept", "1@2=kept"] },
      },
      committed: { "in-0": "4 kept" },
    });
    expect(dump(open(directory, { segmentBytes: 64 }), ["in", "out"], "group")).toEqual(before);
  });

  test("keeps a transaction open whose producer died, until the next init of its id", async () => {
    const directory = temporaryDirectory();
    const log = open(directory);
    await fill(log);
    await runTransaction(log, "left", "open");
    const again = open(directory);
    expect(again.openTransactions()).toHaveLength(1);
    expect(again.bounds("out", 0)).toEqual({ start: 0n, end: 4n, highWatermark: 5n });
    await runTransaction(again, "next", "commit");
    expect(again.openTransactions()).toEqual([]);
    expect(again.readCommitted("out").map(textOf)).toEqual(["2=kept", "6=next", "2=kept", "6=next"]);
  });

  test("ends such a transaction when the time limit of the broker is over", async () => {
    const directory = temporaryDirectory();
    const log = open(directory);
    await fill(log);
    await runTransaction(log, "left", "open");
    const clock = new ManualClock();
    const again = createEmbeddedLog({ clock, directory, transactionTimeoutMs: 1_000 });
    await clock.advance(1_000);
    expect(again.openTransactions()).toEqual([]);
    expect(again.bounds("out", 0)).toEqual({ start: 0n, end: 6n, highWatermark: 6n });
  });

  test("a cut below a former decision does not decide what was written in its place", async () => {
    const directory = temporaryDirectory();
    const log = open(directory);
    await fill(log);
    await runTransaction(log, "cut", "commit");
    const marker = Number(log.bounds("out", 0).highWatermark) - 1;
    log.truncate("out", 0, marker - 1);
    await runTransaction(log, "open", "open");
    expect(log.bounds("out", 0).highWatermark).toBe(BigInt(marker));
    const again = open(directory);
    expect(again.openTransactions()).toHaveLength(1);
    expect(again.readCommitted("out").map(textOf)).toEqual(["2=kept", "2=kept", "4=cut"]);
  });

  test("a log that was closed takes nothing more, and no time limit acts on it", async () => {
    const directory = temporaryDirectory();
    const clock = new ManualClock();
    const log = open(directory, { clock });
    await fill(log);
    await runTransaction(log, "left", "open");
    log.close();
    await clock.advance(120_000);
    expect(() => log.append("in", 0, values("late"))).toThrow(/is closed/);
    expect(() => log.createTopic("late", 1)).toThrow(/is closed/);
    const again = open(directory);
    expect(again.openTransactions()).toHaveLength(1);
    expect(again.readCommitted("in").map(textOf)).not.toContain("6=late");
  });

  test("a directory in use by a living process is refused by name", () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "lock"), `${process.ppid}\n`);
    expect(() => open(directory)).toThrow(new RegExp(`in use by process ${process.ppid}`));
    writeFileSync(join(directory, "lock"), "4194304999\n");
    expect(() => open(directory)).not.toThrow();
  });
});

describe("a torn tail", () => {
  test("of a partition is cut at each byte of its last record, and the log goes on behind the whole ones", () => {
    const original = temporaryDirectory();
    const log = open(original);
    log.createTopic("in", 1);
    log.append("in", 0, values("a", "b"));
    const wholeBytes = statSync(lastOf(segmentPaths(original, "in-0"))).size;
    log.append("in", 0, [{ key: Buffer.from("key"), value: Buffer.from("torn"), timestampMs: 7 }]);
    const allBytes = statSync(lastOf(segmentPaths(original, "in-0"))).size;
    expect(allBytes).toBeGreaterThan(wholeBytes + 20);
    for (let bytes = wholeBytes; bytes <= allBytes; bytes++) {
      const directory = temporaryDirectory();
      cpSync(original, directory, { recursive: true });
      truncateSync(lastOf(segmentPaths(directory, "in-0")), bytes);
      const cut = open(directory);
      const whole = bytes === allBytes ? ["0=a", "1=b", "2=torn"] : ["0=a", "1=b"];
      expect(cut.readCommitted("in").map(textOf)).toEqual(whole);
      cut.append("in", 0, values("next"));
      cut.close();
      expect(open(directory).readCommitted("in").map(textOf)).toEqual([...whole, `${whole.length}=next`]);
    }
  });

  test("of the journal takes the whole last transaction or nothing of it, at each byte", async () => {
    const directory = temporaryDirectory();
    const log = open(directory);
    await fill(log);
    const before = dump(log, ["out"], "group");
    const journalPath = join(directory, "journal.log");
    const wholeBytes = statSync(journalPath).size;
    const outPaths = ["out-0", "out-1"].map((id) => lastOf(segmentPaths(directory, id)));
    const outBytes = outPaths.map((path) => statSync(path).size);
    await runTransaction(log, "last", "commit");
    log.close();
    const journal = readFileSync(journalPath);
    // The markers follow the decision, so a process that died in it had written the records and no marker.
    const outs = outPaths.map((path, at) => {
      const bytes = readFileSync(path);
      const recordStart = outBytes[at] ?? 0;
      return bytes.subarray(0, recordStart + frameBytesAt(bytes, recordStart));
    });
    for (let bytes = wholeBytes; bytes <= journal.length; bytes++) {
      writeFileSync(journalPath, journal.subarray(0, bytes));
      for (const [at, path] of outPaths.entries()) writeFileSync(path, outs[at] ?? "");
      const cut = open(directory);
      const records = cut.readCommitted("out").map(textOf);
      if (bytes < journal.length) {
        expect(records).toEqual(["2=kept", "2=kept"]);
        expect(cut.committed("group").get("in-0")?.metadata).toBe(before.committed["in-0"]?.split(" ")[1]);
        expect(cut.openTransactions()).toHaveLength(1);
      } else {
        expect(records).toEqual(["2=kept", "4=last", "2=kept", "4=last"]);
        expect(cut.committed("group").get("in-0")?.metadata).toBe("last");
        expect(cut.openTransactions()).toEqual([]);
      }
      cut.createTopic(`after-${bytes}`, 1);
      cut.close();
      const again = open(directory);
      expect(again.partitionCount(`after-${bytes}`)).toBe(1);
      again.close();
    }
  });

  test("in a segment that is not the last is damage, and is named", () => {
    const directory = temporaryDirectory();
    const log = open(directory, { segmentBytes: 40 });
    log.createTopic("in", 1);
    log.append("in", 0, values("aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"));
    log.close();
    const [first, second] = segmentPaths(directory, "in-0");
    expect(second).toBeDefined();
    truncateSync(first ?? "", 30);
    expect(() => open(directory)).toThrow(/segment 0 of in-0 is damaged at byte 0/);
  });
});

describe("bounds", () => {
  test("the oldest segments go where a partition holds more than its retention", () => {
    const directory = temporaryDirectory();
    const log = open(directory, { retentionBytes: 8_192 });
    log.createTopic("in", 1);
    for (let round = 0; round < 200; round++) {
      log.append("in", 0, values("x".repeat(200), "y".repeat(200)));
      expect(log.byteLength("in", 0)).toBeLessThan(8_192 + 2_048);
    }
    const filesBytes = segmentPaths(directory, "in-0").reduce((sum, path) => sum + statSync(path).size, 0);
    expect(filesBytes).toBe(log.byteLength("in", 0));
    const { start } = log.bounds("in", 0);
    expect(start).toBeGreaterThan(300n);
    expect(log.readCommitted("in")[0]?.offset).toBe(start);
    expect(open(directory, { retentionBytes: 8_192 }).bounds("in", 0)).toEqual(log.bounds("in", 0));
  });

  test("a compacted topic keeps the newest record of each key, and stays small", () => {
    const directory = temporaryDirectory();
    const log = open(directory, { retentionBytes: 8_192 });
    log.createTopic("state", 1, { "cleanup.policy": "compact" });
    const record = (key: string, value: string | null) => ({
      key: Buffer.from(key),
      value: value === null ? null : Buffer.from(value),
      timestampMs: 0,
    });
    for (let round = 0; round < 500; round++) {
      const outcome = round % 5 === 4 ? "aborted" : "committed";
      log.appendTransaction("state", 0, [record(`k${round % 7}`, `${round}`)], outcome);
      if (round % 50 === 0) log.append("state", 0, [record(`deleted${round}`, null)]);
    }
    const newest = (of: EmbeddedLog) => {
      const state = new Map<string, string | null>();
      for (const { key, value } of of.readCommitted("state")) {
        state.set(key?.toString() ?? "", value?.toString() ?? null);
      }
      return Object.fromEntries([...state].filter(([, value]) => value !== null));
    };
    const expected: Record<string, string> = {};
    for (let round = 0; round < 500; round++) if (round % 5 !== 4) expected[`k${round % 7}`] = `${round}`;
    expect(newest(log)).toEqual(expected);
    expect(log.byteLength("state", 0)).toBeLessThan(8_192);
    expect(newest(open(directory, { retentionBytes: 8_192 }))).toEqual(expected);
  });

  test("a deletion stays in a compacted topic until every group that reads it has passed it", async () => {
    const log = open(temporaryDirectory(), { retentionBytes: 1_024 });
    log.createTopic("state", 1, { "cleanup.policy": "compact" });
    const key = Buffer.from("deleted");
    log.append("state", 0, [{ key, value: Buffer.from("x"), timestampMs: 0 }]);
    log.append("state", 0, [{ key, value: null, timestampMs: 0 }]);
    const consumer = log.client().consumer({
      groupId: "reader",
      topics: ["state"],
      maxPollRecords: 1,
      metadataMaxAgeMs: 1_000,
    });
    await consumer.start();
    const state = { topic: "state", partition: 0 };
    const deletions = () => log.readCommitted("state").filter(({ value }) => value === null).length;
    const fillUp = () => {
      for (let round = 0; round < 50; round++) {
        log.append("state", 0, [{ key: Buffer.from("k"), value: Buffer.from(`${round}`), timestampMs: 0 }]);
      }
    };
    await consumer.commit([{ partition: state, offset: 1n, metadata: "" }]);
    fillUp();
    expect(log.readCommitted("state").length).toBeLessThan(20);
    expect(deletions()).toBe(1);
    await consumer.commit([{ partition: state, offset: 2n, metadata: "" }]);
    fillUp();
    expect(deletions()).toBe(0);
  });

  test("the journal is rewritten as it grows and still says everything", async () => {
    const directory = temporaryDirectory();
    const log = open(directory);
    await fill(log);
    const consumer = log.client().consumer({
      groupId: "group",
      topics: ["in"],
      maxPollRecords: 1,
      metadataMaxAgeMs: 1_000,
    });
    await consumer.start();
    const metadata = "m".repeat(1_000);
    let largestBytes = 0;
    for (let commit = 0; commit < 700; commit++) {
      await consumer.commit([{ partition, offset: BigInt(commit), metadata }]);
      largestBytes = Math.max(largestBytes, statSync(join(directory, "journal.log")).size);
    }
    expect(largestBytes).toBeLessThan(300_000);
    const before = dump(log, ["in", "out"], "group");
    expect(before.committed["in-0"]).toBe(`699 ${metadata}`);
    expect(dump(open(directory), ["in", "out"], "group")).toEqual(before);
  });
});

test("a process that is killed while it writes loses nothing that it was told is committed", async () => {
  const directory = temporaryDirectory();
  let told = 0;
  for (let kill = 0; kill < 4; kill++) {
    const writer = fileURLToPath(new URL("./testing/endless-writer.ts", import.meta.url));
    const child = spawn(process.execPath, ["--import", "tsx", writer, directory], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    let output = "";
    let lines = 0;
    for await (const chunk of child.stdout) {
      output += String(chunk);
      lines = output.split("\n").length - 1;
      if (lines >= 50 + kill * 17) child.kill("SIGKILL");
    }
    await ended;
    told = Number(output.split("\n").at(-2));
    const log = open(directory, { segmentBytes: 2_048 });
    const committed = Number(log.committed("group").get("in-0")?.offset);
    expect(committed).toBeGreaterThanOrEqual(told);
    const numbers = Array.from({ length: committed }, (_, index) => index + 1).filter((n) => n % 3 !== 0);
    for (const written of [0, 1]) {
      const seen = log
        .readCommitted("out")
        .filter((record) => record.partition === written)
        .map((record) => Number(record.value));
      expect(seen).toEqual(numbers);
    }
    expect(log.openTransactions().length).toBeLessThanOrEqual(1);
    log.close();
  }
  expect(told).toBeGreaterThan(150);
});

/** The bytes of the frame that starts at `start`. */
function frameBytesAt(bytes: Buffer, start: number): number {
  return 8 + bytes.readUInt32LE(start);
}

/** Late drops, holds and violations that a fake engine tells of: ordinary ones, and those that a page easily gets wrong. */
import type { Hold, LateDrop, Payload, Violation } from "@stoatflow/engine/wire";

function utf8(text: string): Payload {
  return { encoding: "utf8", text, sizeBytes: Buffer.byteLength(text), truncated: false };
}

const order = (id: string) =>
  utf8(
    `{"orderId":"${id}","sequence":9007199254740993,"customer":{"id":"c-20417","name":"Ines Marín"},"region":"eu-south","amountMinor":12950,"currency":"EUR","paid":true,"items":[{"sku":"TEA-0412","quantity":2},{"sku":"CUP-0007","quantity":1}],"note":null}`,
  );

const values: readonly (readonly [key: Payload, value: Payload])[] = [
  [utf8("eu-south"), order("o-88231")],
  [null, utf8("null")],
  [utf8("null"), null],
  [utf8(""), utf8("")],
  [utf8("eu\u202enorth\u0000"), utf8("plain text\twith a tab\nand a second line \u200b")],
  [
    { encoding: "hex", text: "00ff10deadbeef", sizeBytes: 7, truncated: false },
    { encoding: "utf8", text: '{"half":"of it', sizeBytes: 120_000, truncated: true },
  ],
  [utf8("us-east"), order("o-88240")],
  [utf8("{}"), utf8("{}")],
];

export function lateDropOf(id: number, atMs: number): LateDrop {
  const [key, value] = values[(id - 1) % values.length] ?? [null, null];
  const timestampMs = Math.floor((atMs - 150_000 - id * 137) / 1000) * 1000 + 437;
  const startMs = Math.floor(timestampMs / 60_000) * 60_000;
  const watermarkMs = startMs + 60_000 + 10_000 + 5_210 + id;
  return {
    id: String(id),
    topic: "orders",
    partition: (id * 3) % 6,
    atMs,
    epoch: 400 + id,
    offset: String(9_007_199_254_740_993n + BigInt(id * 17)),
    key,
    value,
    headers: [
      ["source", utf8("checkout-web")],
      ["trace-id", utf8("4bf92f3577b34da6a3ce929d0e0e4736")],
      ["flag", null],
      ["user\u202eagent", utf8("a\u200bb")],
    ],
    timestampMs,
    watermarkMs,
    latenessMs: watermarkMs - timestampMs,
    operator: "orders-per-minute",
    window: { startMs, endMs: startMs + 60_000 },
    graceMs: 10_000,
    keptWindows: Array.from({ length: id % 7 === 1 ? 6 : id % 2 }, (_, i) => ({
      startMs: startMs + (i + 1) * 10_000,
      endMs: startMs + (i + 7) * 10_000,
    })),
    ...movedOf(id, atMs),
  };
}

const causes = ["dispatched", "preview", "idle", "removed"] as const;

/** Every sixth drop is one of which it is not known who moved the watermark. */
function movedOf(id: number, atMs: number): Pick<LateDrop, "movedBy" | "movedByMissing"> {
  if (id % 6 === 5) return { movedBy: null, movedByMissing: "beyond-history" };
  if (id % 6 === 0) return { movedBy: null, movedByMissing: "before-start" };
  const cause = causes[(id - 1) % causes.length] ?? "dispatched";
  const movedBy = { topic: "orders", partition: (id + 1) % 6, cause, atMs: atMs - 5210 };
  return { movedBy, movedByMissing: null };
}

/** What the fake tells of one hold: two of 0.7 s stand 9 s apart, the others vary. */
export function holdOf(id: number, atMs: number): Hold {
  const ends = ["dispatched", "dispatched", "dispatched", "revoked", "dispatched", "stopped"] as const;
  const heldMs = id <= 2 ? 700 : 600 + ((id * 1373) % 2600);
  const fromMs = id <= 2 ? atMs - 9000 * (3 - id) : atMs - 20_000 + id * 1100;
  const headTimestampMs = fromMs + 3_600_000 + id * 60_000;
  return {
    id: String(id),
    topic: "orders",
    partition: id <= 2 ? 4 : (id * 2) % 6,
    headOffset: String(9_007_199_254_740_993n + BigInt(id)),
    headTimestampMs,
    previewWatermarkMs: id % 5 === 4 ? null : headTimestampMs - 5000,
    fromMs,
    untilMs: fromMs + heldMs,
    heldMs,
    endedBy: ends[(id - 1) % ends.length] ?? "dispatched",
  };
}

/** Every third is a bug, of offsets that a double can't tell apart; the others have offsets that anyone can. */
export function violationOf(id: number, atMs: number): Violation {
  const bug = id % 3 === 0;
  return {
    id: String(id),
    topic: "orders",
    partition: id % 6,
    kind: bug ? "commit_offset_regression" : "partition_offset_regression",
    class: bug ? "bug" : "expected",
    atMs: atMs - Math.max(0, 8 - id) * 1300,
    epoch: 380 + id,
    offsetBefore: bug ? "9007199254740993" : String(4_118_000 + id * 1210),
    offsetAfter: bug ? "9007199254740100" : String(4_117_000 + id * 1190),
  };
}

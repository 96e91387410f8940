/** A late drop as an expression sees it. */
import type { LateDrop, Payload } from "@stoatflow/engine/wire";
import type { ExpressionVariable } from "../wire/late-drop-expression.ts";
import { exactJson } from "./exact-json.ts";

const readers: Readonly<Record<ExpressionVariable, (drop: LateDrop) => unknown>> = {
  key: ({ key }) => textOf(key),
  value: ({ value }) => decoded(value),
  valueText: ({ value }) => textOf(value),
  headers: ({ headers }) =>
    Object.fromEntries(headers.flatMap(([name, value]) => (value === null ? [] : [[name, value.text]]))),
  topic: ({ topic }) => topic,
  partition: ({ partition }) => BigInt(partition),
  offset: ({ offset }) => BigInt(offset),
  operator: ({ operator }) => operator,
  latenessMs: ({ latenessMs }) => BigInt(latenessMs),
  timestampMs: ({ timestampMs }) => BigInt(timestampMs),
  watermarkMs: ({ watermarkMs }) => BigInt(watermarkMs),
  atMs: ({ atMs }) => BigInt(atMs),
  windowStartMs: ({ window }) => BigInt(window.startMs),
  windowEndMs: ({ window }) => BigInt(window.endMs),
  graceMs: ({ graceMs }) => BigInt(graceMs),
  keptWindows: ({ keptWindows }) => BigInt(keptWindows.length),
};

/** Of a drop, what an expression names of it. @throws where the value was cut, and it can't be known what it is. */
export function recordOf(
  drop: LateDrop,
  uses: ReadonlySet<ExpressionVariable>,
): Partial<Record<ExpressionVariable, unknown>> {
  const record: Partial<Record<ExpressionVariable, unknown>> = {};
  for (const name of uses) record[name] = readers[name](drop);
  return record;
}

function textOf(payload: Payload): string | null {
  return payload?.text ?? null;
}

/** JSON where it is some, else text as it is held. */
function decoded(payload: Payload): unknown {
  if (payload === null) return null;
  const { encoding, text, truncated } = payload;
  if (truncated) throw new Error("value: only its first bytes are held, so it can't be read as a whole");
  if (encoding !== "utf8") return text;
  try {
    return exactJson(text);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return text;
    throw thrown;
  }
}

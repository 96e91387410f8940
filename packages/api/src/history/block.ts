/**
 * Some steps of time of some partitions, lanes or of the app itself, as bytes and read from them.
 *
 * A step is a tick, or a bucket of ticks in a coarser tier. A column holds a metric's values one entity after the
 * other, each with all its steps, since those resemble each other. Columns carry their metric's code and their length,
 * and so does each entity within one: a reader takes those that it wants and passes over what it does not know. Of a
 * single step the entities resemble each other instead, and are one run.
 */
import { ByteReader, ByteWriter } from "./bytes.ts";
import { type Column, decodeColumn, encodeColumn } from "./column.ts";
import { gapAboveLeastMs } from "./gap-above.ts";
import { type Group, groupCodes, type MetricName, metrics, type Stat, statCodes } from "./metrics.ts";

/** What is known of each step's own time; times are those that the ticks are placed at. */
export interface Step {
  /** Its first tick and its last. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** How much of the time between the two is gaps. */
  readonly missingMs: number;
  readonly ticks: number;
  /** By what its last tick said of the app's pace: what comes later than this after it comes after a gap. */
  readonly gapAboveMs: number;
}

export interface Block {
  /** In the order of time. */
  readonly steps: readonly Step[];
  /** How many there are of a group here; 0: none. */
  entities(group: Group): number;
  /**
   * `entities × steps` values, or `undefined` where that metric was not kept. Lowest and highest values that are not
   * there are the last ones, as of a tick.
   *
   * @throws {RangeError} the bytes are damaged.
   */
  column(metric: MetricName, stat: Stat): Column | undefined;
  /** The part of that column that is one entity's: one value a step. @throws {RangeError} as {@link column} */
  entity(metric: MetricName, stat: Stat, at: number): Column | undefined;
}

/** A block that is being made. */
export interface BlockParts {
  readonly steps: readonly Step[];
  readonly entities: Readonly<Partial<Record<Group, number>>>;
  readonly columns: Iterable<readonly [metric: MetricName, stat: Stat, values: Column]>;
}

const formatVersion = 1;

/** Where a column has its metric's code, which are all above it: {@link Step.gapAboveMs} where it is not the least. */
const gapAboveKey = 0;
const groups = Object.keys(groupCodes) as readonly Group[];

export function encodeBlock({ steps, entities, columns }: BlockParts): Buffer {
  const writer = new ByteWriter(1024);
  writer.varint(formatVersion);
  writer.varint(steps.length);
  writer.sized(encodeColumn(steps.map(({ firstMs }) => firstMs)));
  writer.sized(encodeColumn(steps.map(({ firstMs, lastMs }) => lastMs - firstMs)));
  writer.sized(encodeColumn(steps.map(({ missingMs }) => missingMs)));
  writer.sized(encodeColumn(steps.map(({ ticks }) => ticks)));
  for (const group of groups) writer.varint(entities[group] ?? 0);
  if (steps.some(({ gapAboveMs }) => gapAboveMs !== gapAboveLeastMs)) {
    writer.varint(gapAboveKey);
    writer.sized(encodeColumn(steps.map(({ gapAboveMs }) => gapAboveMs)));
  }
  for (const [metric, stat, values] of columns) {
    writer.varint(columnKey(metric, stat));
    writer.sized(steps.length === 1 ? encodeColumn(values) : encodeEntities(values, steps.length));
  }
  return writer.bytes();
}

function encodeEntities(values: Column, length: number): Buffer {
  const writer = new ByteWriter(64 + values.length);
  for (let from = 0; from < values.length; from += length)
    writer.sized(encodeColumn(values.slice(from, from + length)));
  return writer.bytes();
}

/** @throws {RangeError} the bytes are damaged. */
export function decodeBlock(bytes: Uint8Array): Block {
  const reader = new ByteReader(bytes);
  const version = reader.count();
  if (version !== formatVersion) throw new RangeError(`format ${version} is not known`);
  const length = reader.count();
  const times = Array.from({ length: 4 }, () => decodeColumn(reader.sized(), length));
  const entities = new Map(groups.map((group) => [group, reader.count()]));
  const encoded = new Map<number, Uint8Array>();
  while (!reader.isAtEnd) encoded.set(reader.count(), reader.sized());
  const gapAbove = encoded.get(gapAboveKey);
  const steps = stepsOf(times, gapAbove && decodeColumn(gapAbove, length), length);
  const entitiesOf = (group: Group) => entities.get(group) ?? 0;
  const find = (metric: MetricName, stat: Stat) =>
    encoded.get(columnKey(metric, stat)) ?? encoded.get(columnKey(metric, "last"));
  return {
    steps,
    entities: entitiesOf,
    column(metric, stat) {
      const found = find(metric, stat);
      if (found === undefined) return undefined;
      const entities = entitiesOf(metrics[metric].group);
      if (length === 1) return decodeColumn(found, entities);
      const reader = new ByteReader(found);
      return Array.from({ length: entities }, () => decodeColumn(reader.sized(), length)).flat();
    },
    entity(metric, stat, at) {
      const found = find(metric, stat);
      const entities = entitiesOf(metrics[metric].group);
      if (found === undefined || at >= entities) return undefined;
      if (length === 1) return [decodeColumn(found, entities)[at]];
      const reader = new ByteReader(found);
      for (let passed = 0; passed < at; passed += 1) reader.sized();
      return decodeColumn(reader.sized(), length);
    },
  };
}

function stepsOf(
  [firstMs, spanMs, missingMs, ticks]: readonly Column[],
  gapAboveMs: Column | undefined,
  length: number,
): Step[] {
  return Array.from({ length }, (_, i) => ({
    firstMs: numberAt(firstMs, i),
    lastMs: numberAt(firstMs, i) + numberAt(spanMs, i),
    missingMs: numberAt(missingMs, i),
    ticks: numberAt(ticks, i),
    gapAboveMs: gapAboveMs === undefined ? gapAboveLeastMs : numberAt(gapAboveMs, i),
  }));
}

function numberAt(column: Column | undefined, at: number): number {
  const value = column?.[at];
  if (typeof value !== "number") throw new RangeError(`step ${at} has no time`);
  return value;
}

function columnKey(metric: MetricName, stat: Stat): number {
  return metrics[metric].code * 4 + statCodes[stat];
}

/**
 * The graph that a builder draws and a topology is compiled from: nodes in the order in which they were named, each
 * taking from one before it, so that a cycle can't be drawn.
 */
import type { KeyValue } from "../operators/map.ts";
import type { TimeWindows } from "../operators/window/time-windows.ts";
import type { Serde } from "../record/serde.ts";
import type { WatermarkStrategy } from "../watermark/strategy.ts";

export type AnySerde = Serde<unknown>;

interface NodeBase {
  readonly id: string;
}

export interface SourceNode extends NodeBase {
  readonly kind: "source";
  /** A table's records are changes of its keys: they count in event time only while there is a backlog of them. */
  readonly role: "stream" | "table";
  readonly topic: string;
  readonly key: AnySerde;
  readonly value: AnySerde;
  readonly strategy: WatermarkStrategy;
}

export interface FilterNode extends NodeBase {
  readonly kind: "filter";
  readonly from: string;
  readonly predicate: (key: unknown, value: unknown) => boolean;
}

export interface MapNode extends NodeBase {
  readonly kind: "map";
  readonly from: string;
  readonly mapper: (key: unknown, value: unknown) => KeyValue<unknown, unknown>;
}

export interface MapValuesNode extends NodeBase {
  readonly kind: "mapValues";
  readonly from: string;
  readonly mapper: (value: unknown, key: unknown) => unknown;
}

export interface MapValuesAsyncNode extends NodeBase {
  readonly kind: "mapValuesAsync";
  readonly from: string;
  readonly mapper: (value: unknown, key: unknown) => Promise<unknown>;
  readonly timeLimitMs: number;
  /** How the key becomes the bytes that choose the lane; `undefined`: it is the record's own key, unchanged. */
  readonly key: AnySerde | undefined;
}

export interface WindowedCountNode extends NodeBase {
  readonly kind: "windowedCount";
  readonly from: string;
  readonly windows: TimeWindows;
  readonly store: string;
  /** Where late drops are written; `undefined`: nowhere. */
  readonly lateTopic: string | undefined;
  /** How the grouping key becomes bytes; `undefined`: it is the record's own key, unchanged. */
  readonly key: AnySerde | undefined;
}

export interface CountNode extends NodeBase {
  readonly kind: "count";
  readonly from: string;
  readonly store: string;
  /** How the grouping key becomes bytes; `undefined`: it is the record's own key, unchanged. */
  readonly key: AnySerde | undefined;
}

/** Lets only final results through; it takes from a windowed count alone. */
export interface SuppressNode extends NodeBase {
  readonly kind: "suppress";
  readonly from: string;
}

/** The rows of two streams as one. */
export interface MergeNode extends NodeBase {
  readonly kind: "merge";
  readonly from: string;
  readonly with: string;
}

export interface SinkNode extends NodeBase {
  readonly kind: "sink";
  readonly from: string;
  readonly topic: string;
  readonly key: AnySerde | undefined;
  readonly value: AnySerde | undefined;
}

export type GraphNode =
  | SourceNode
  | FilterNode
  | MapNode
  | MapValuesNode
  | MapValuesAsyncNode
  | CountNode
  | WindowedCountNode
  | SuppressNode
  | MergeNode
  | SinkNode;

/** A node that keeps state. */
export type StoreNode = CountNode | WindowedCountNode;

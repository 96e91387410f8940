/**
 * OffsetFetch in its version 7, the first that asks for stable offsets (KIP-447): where a transaction that commits
 * offsets is not decided yet, or decided and not yet applied, the coordinator refuses to answer instead of telling
 * what held before it. kafkajs 2.2.4 stops at version 4, which tells the former offsets. The read is part of
 * invariant 12: after a lost answer only a stable offset says what is committed.
 */
import { createRequire } from "node:module";
import type { Broker } from "kafkajs";

/** What a group has committed for one partition; offset −1 where it has nothing. */
interface FetchedOffset {
  readonly topic: string;
  readonly partition: number;
  /** A whole number in decimal digits. */
  readonly offset: string;
  readonly metadata: string | null;
}

interface OffsetsAsked {
  readonly groupId: string;
  readonly topics: readonly { readonly topic: string; readonly partitions: readonly number[] }[];
}

const apiKey = 9;
const apiVersion = 7;

/**
 * Asks a group's coordinator once.
 *
 * @throws what kafkajs throws: `UNSTABLE_OFFSET_COMMIT` while a transaction is pending, which passes;
 * `UNSUPPORTED_VERSION` by a broker older than Kafka 2.5, which does not.
 */
export async function fetchStableOffsets(
  coordinator: Broker,
  asked: OffsetsAsked,
): Promise<readonly FetchedOffset[]> {
  const { connectionPool, versions } = coordinator as Broker & BrokerInternals;
  if ((versions?.[apiKey]?.maxVersion ?? 0) < apiVersion) throw createErrorFromCode(unsupportedVersion);
  return await connectionPool.send({
    request: { apiKey, apiVersion, apiName: "OffsetFetch", encode: async () => encodeRequest(asked) },
    response: {
      decode: async (payload) => decodeResponse(payload),
      parse: async (decoded) => parsed(decoded),
    },
  });
}

/** From version 6 on both headers carry tagged fields; kafkajs writes and reads the headers without them. */
function encodeRequest({ groupId, topics }: OffsetsAsked): KafkaEncoder {
  const body = new Encoder();
  noTags(body).writeUVarIntString(groupId);
  body.writeUVarInt(topics.length + 1);
  for (const { topic, partitions } of topics) {
    body.writeUVarIntString(topic).writeUVarInt(partitions.length + 1);
    for (const partition of partitions) body.writeInt32(partition);
    noTags(body);
  }
  body.writeBoolean(true);
  return noTags(body);
}

interface DecodedResponse {
  readonly offsets: readonly FetchedOffset[];
  readonly errorCodes: readonly number[];
}

function decodeResponse(payload: Buffer): DecodedResponse {
  const body = new Decoder(payload);
  body.readTaggedFields();
  body.readInt32();
  const offsets: FetchedOffset[] = [];
  const errorCodes: number[] = [];
  for (let topics = body.readUVarInt() - 1; topics > 0; topics -= 1) {
    const topic = body.readUVarIntString() ?? "";
    for (let partitions = body.readUVarInt() - 1; partitions > 0; partitions -= 1) {
      const partition = body.readInt32();
      const offset = body.readInt64().toString();
      // The epoch of the partition's leader at the commit.
      body.readInt32();
      const metadata = body.readUVarIntString();
      errorCodes.push(body.readInt16());
      body.readTaggedFields();
      offsets.push({ topic, partition, offset, metadata });
    }
    body.readTaggedFields();
  }
  errorCodes.push(body.readInt16());
  return { offsets, errorCodes };
}

function parsed({ offsets, errorCodes }: DecodedResponse): readonly FetchedOffset[] {
  const failed = errorCodes.find((code) => code !== 0);
  if (failed !== undefined) throw createErrorFromCode(failed);
  return offsets;
}

function noTags(encoder: KafkaEncoder): KafkaEncoder {
  return encoder.writeUVarInt(0);
}

/** The parts of kafkajs that are used and that its types leave out. */
interface BrokerInternals {
  readonly versions: Readonly<Record<number, { readonly maxVersion: number }>> | null;
  readonly connectionPool: {
    send<Decoded, Answer>(of: {
      readonly request: {
        readonly apiKey: number;
        readonly apiVersion: number;
        readonly apiName: string;
        encode(): Promise<KafkaEncoder>;
      };
      readonly response: {
        decode(payload: Buffer): Promise<Decoded>;
        parse(decoded: Decoded): Promise<Answer>;
      };
    }): Promise<Answer>;
  };
}

interface KafkaEncoder {
  readonly buffer: Buffer;
  writeUVarInt(value: number): KafkaEncoder;
  writeUVarIntString(value: string): KafkaEncoder;
  writeInt32(value: number): KafkaEncoder;
  writeBoolean(value: boolean): KafkaEncoder;
}

interface KafkaDecoder {
  readTaggedFields(): unknown;
  readUVarInt(): number;
  readUVarIntString(): string | null;
  readInt16(): number;
  readInt32(): number;
  readInt64(): { toString(): string };
}

const kafkajs = createRequire(import.meta.url);
const Encoder: new () => KafkaEncoder = kafkajs("kafkajs/src/protocol/encoder");
const Decoder: new (payload: Buffer) => KafkaDecoder = kafkajs("kafkajs/src/protocol/decoder");
const { createErrorFromCode }: { createErrorFromCode(code: number): Error } = kafkajs(
  "kafkajs/src/protocol/error",
);
const unsupportedVersion = 35;

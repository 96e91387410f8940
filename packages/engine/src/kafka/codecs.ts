/// <reference path="./codec-modules.d.ts" />
/**
 * Reading what other producers have compressed. kafkajs reads gzip by itself; snappy, LZ4 and Zstandard are added here
 * by decompressors in plain JavaScript, so an install needs no compiler. What the engine writes is not compressed.
 */
import { decompress as zstd } from "fzstd";
import kafkajs from "kafkajs";
import lz4 from "lz4js";
import snappy from "snappyjs";

// Node finds only some of the names of this CommonJS package, so they are taken off its one certain export.
const { CompressionCodecs, CompressionTypes } = kafkajs;

/** A codec as kafkajs wants it. */
interface Codec {
  compress(): Promise<never>;
  decompress(data: Buffer): Promise<Buffer>;
}

/** Teaches kafkajs the compressions that it lacks. A codec that the process has registered itself is replaced. */
export function registerCodecs(): void {
  CompressionCodecs[CompressionTypes.Snappy] = () => codec(unframedSnappy);
  CompressionCodecs[CompressionTypes.LZ4] = () => codec((data) => lz4.decompress(data));
  CompressionCodecs[CompressionTypes.ZSTD] = () => codec((data) => zstd(data));
}

function codec(decompress: (data: Buffer) => Uint8Array): Codec {
  return {
    compress: async () => {
      throw new Error("the engine writes no compressed batches");
    },
    decompress: async (data) => {
      const { buffer, byteOffset, byteLength } = decompress(data);
      return Buffer.from(buffer, byteOffset, byteLength);
    },
  };
}

const framed = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0]);
const frameHeaderBytes = framed.length + 8;

/**
 * Java's clients cut snappy data into chunks, each with its length in front, behind a header of a magic word and two
 * version numbers; others write it bare.
 */
function unframedSnappy(data: Buffer): Uint8Array {
  if (!data.subarray(0, framed.length).equals(framed)) return snappy.uncompress(data);
  const chunks: Uint8Array[] = [];
  let at = frameHeaderBytes;
  while (at < data.length) {
    const length = data.readInt32BE(at);
    at += 4;
    chunks.push(snappy.uncompress(data.subarray(at, at + length)));
    at += length;
  }
  return Buffer.concat(chunks);
}

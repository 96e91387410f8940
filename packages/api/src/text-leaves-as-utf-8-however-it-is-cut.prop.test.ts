import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeChunksWhole } from "./whole-chunk-encoder.ts";

const platforms = TextEncoderStream;

beforeAll(() => encodeChunksWhole());

afterAll(() => {
  globalThis.TextEncoderStream = platforms;
});

async function encoded(stream: TextEncoderStream, chunks: readonly string[]): Promise<Buffer> {
  const writer = stream.writable.getWriter();
  const written = (async () => {
    for (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  })();
  const bytes: Uint8Array[] = [];
  for await (const chunk of stream.readable) bytes.push(chunk);
  await written;
  return Buffer.concat(bytes);
}

test("the bytes are those of the platform's own, wherever a character is cut and whatever is half of one", async () => {
  expect(TextEncoderStream).not.toBe(platforms);
  const unit = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\uD83D", "\uDE00", "😀", "é", ""));
  await fc.assert(
    fc.asyncProperty(fc.array(unit, { maxLength: 8 }), async (chunks) => {
      const ours = await encoded(new TextEncoderStream(), chunks);
      expect(ours).toEqual(await encoded(new platforms(), chunks));
    }),
    { numRuns: 300 },
  );
});

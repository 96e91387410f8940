/** The parts in use of two packages that bring no types. */
declare module "lz4js" {
  const lz4: { decompress(data: Uint8Array): Uint8Array };
  export default lz4;
}

declare module "snappyjs" {
  const snappy: { uncompress(data: Uint8Array): Uint8Array };
  export default snappy;
}

/** What a row costs beside its body: its key, once in the table and once in each index. */
export const rowBytes = 200;

/** Whatever the database gives for bytes, as a view of the same. */
export function bytesOf(body: ArrayBuffer | Uint8Array): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array(body);
}

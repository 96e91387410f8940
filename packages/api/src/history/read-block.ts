/** What is stored, read again: what is damaged is a fault of the database, and is told as that. */
import { storageError } from "../database/storage-error.ts";
import { type Block, decodeBlock } from "./block.ts";

/** As in {@link storageError}. */
export const readingHistory = "be read for history";

/**
 * As {@link decodeBlock}, and so are the columns, which are decoded when they are asked for.
 *
 * @throws {ApiError} `storage`: the bytes are damaged.
 */
export function readBlock(bytes: Uint8Array): Block {
  const block = told(() => decodeBlock(bytes));
  return {
    steps: block.steps,
    entities: block.entities,
    column: (metric, stat) => told(() => block.column(metric, stat)),
    entity: (metric, stat, at) => told(() => block.entity(metric, stat, at)),
  };
}

function told<T>(decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    throw storageError(readingHistory, cause);
  }
}

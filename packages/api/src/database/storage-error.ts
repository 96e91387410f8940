import { ApiError } from "../api-error.ts";
import { messageOf } from "../one-line.ts";

/** @param what as in `the console's database can't …`. */
export function storageError(what: string, cause: unknown): ApiError {
  const message = `the console's database can't ${what}: ${messageOf(cause)}; look at the data folder's disk and rights`;
  return new ApiError("storage", message, { cause });
}

/**
 * Runs `work` on the database; whatever it throws becomes an error that says what could not be done.
 *
 * @param what as in {@link storageError}.
 * @throws {ApiError} `storage`
 */
export async function storing<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw storageError(what, cause);
  }
}

import { z } from "zod";

/**
 * `schema` for values that many readers are given: an object that was found right is not looked through again. It must
 * not be changed afterwards.
 */
export function checkedOnce<Schema extends z.ZodType<object>>(schema: Schema) {
  const found = new WeakSet<object>();
  return z.custom<z.infer<Schema>>((value) => {
    if (!(value instanceof Object)) return false;
    if (found.has(value)) return true;
    if (!schema.safeParse(value).success) return false;
    found.add(value);
    return true;
  });
}

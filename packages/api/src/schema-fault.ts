import type { z } from "zod";

/**
 * The first thing that is wrong with a value, as one line that names the field, e.g.
 * `partitions[3].lag: expected string, received number`.
 */
export function schemaFault(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "does not match the schema";
  const message = issue.message.replace(/^Invalid input: /, "");
  return issue.path.length === 0 ? message : `${fieldPath(issue.path)}: ${message}`;
}

export function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, i) => (typeof part === "number" ? `[${part}]` : `${i === 0 ? "" : "."}${String(part)}`))
    .join("");
}

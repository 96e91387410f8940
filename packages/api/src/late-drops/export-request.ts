import { z } from "zod";
import { ApiError } from "../api-error.ts";
import { oneLine } from "../one-line.ts";
import { schemaFault } from "../schema-fault.ts";
import {
  type ExportFormatName,
  exportFormat,
  type LateDropFilter,
  type LateDropsFrom,
  lateDropFilter,
  lateDropsFrom,
} from "../wire/index.ts";
import { givenText } from "../wire/stored-text.ts";

export interface ExportRequest {
  readonly appId: string;
  /** Who takes the file, and what for. */
  readonly actor: string;
  readonly reason: string;
  readonly format: ExportFormatName;
  readonly from: LateDropsFrom;
  readonly filter: LateDropFilter;
}

const head = z.object({
  app: z.string().min(1).max(64),
  actor: givenText(200),
  reason: givenText(1000),
  format: exportFormat,
  from: lateDropsFrom.default("collector"),
});

/**
 * What the query of an export's address asks for: `app`, `format`, `from`, `actor`, `reason`, and the fields of a filter by
 * their names. A name that is unknown or given twice is refused, since what it was meant to leave out would be in the file.
 *
 * @throws {ApiError} `bad-request`
 */
export function parseExportRequest(query: URLSearchParams): ExportRequest {
  const values = new Map<string, string>();
  for (const [name, value] of query) {
    if (values.has(name)) throw new ApiError("bad-request", `${oneLine(name, 50)}: is given twice`);
    values.set(name, value);
  }
  const { app, actor, reason, format, from, ...fields } = Object.fromEntries(values);
  const parsedHead = head.safeParse({ app, actor, reason, format, from });
  if (!parsedHead.success) throw new ApiError("bad-request", schemaFault(parsedHead.error));
  const filter = lateDropFilter.safeParse(withIntegers(fields));
  if (!filter.success) throw new ApiError("bad-request", schemaFault(filter.error));
  const { app: appId, ...rest } = parsedHead.data;
  return { appId, ...rest, filter: filter.data };
}

const integerFields = new Set([
  "partition",
  "latenessMinMs",
  "latenessMaxMs",
  "fromMs",
  "untilMs",
] satisfies (keyof LateDropFilter)[] as string[]);

/** Everything in an address is text; what is no integer is left for the schema to refuse. */
function withIntegers(fields: Readonly<Record<string, string>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      integerFields.has(name) && /^-?\d{1,16}$/.test(value) ? Number(value) : value,
    ]),
  );
}

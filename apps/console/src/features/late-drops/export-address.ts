import type { ExportFormatName, LateDropFilter, LateDropsFrom } from "@stoatflow/api";

/** Which late drops are to be saved, by whom and what for. */
export interface ExportOf {
  readonly appId: string;
  readonly from: LateDropsFrom;
  readonly filter: LateDropFilter;
  readonly format: ExportFormatName;
  readonly actor: string;
  readonly reason: string;
}

/**
 * The query of the address of a file with exactly the late drops that a page lists.
 *
 * @example
 * ```ts
 * exportQuery({ appId: "orders", from: "collector", filter: { partition: 3 }, format: "csv", actor: "ana", reason: "ticket 7" });
 * // "app=orders&format=csv&from=collector&actor=ana&reason=ticket+7&partition=3"
 * ```
 */
export function exportQuery({ appId, from, filter, format, actor, reason }: ExportOf): string {
  const query = new URLSearchParams({ app: appId, format, from, actor, reason });
  for (const [name, value] of Object.entries(filter)) query.set(name, String(value));
  return query.toString();
}

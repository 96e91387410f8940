import type { LateDropFilter } from "@stoatflow/api";

/** What of a link says which late drops are meant; `null`: nothing. */
export interface FilterParams {
  readonly operator: string | null;
  readonly topic: string | null;
  readonly partition: number | null;
  readonly key: string | null;
  readonly text: string | null;
  readonly latenessFrom: number | null;
  readonly latenessTo: number | null;
  readonly from: number | null;
  readonly until: number | null;
  /** CEL. */
  readonly where: string | null;
}

/** Nothing is left out. */
export const noFilter: FilterParams = {
  operator: null,
  topic: null,
  partition: null,
  key: null,
  text: null,
  latenessFrom: null,
  latenessTo: null,
  from: null,
  until: null,
  where: null,
};

/** A filter as the API takes it, or the field that stands against another one. */
export type ReadFilter =
  | { readonly kind: "filter"; readonly filter: LateDropFilter }
  | { readonly kind: "wrong"; readonly field: keyof FilterParams; readonly message: string };

/**
 * The filter that a link asks for.
 *
 * @example
 * ```ts
 * filterOf({ ...noFilter, key: "eu-" }); // { kind: "filter", filter: { keyPrefix: "eu-" } }
 * ```
 */
export function filterOf(params: FilterParams): ReadFilter {
  const { operator, topic, partition, key, text, latenessFrom, latenessTo, from, until, where } = params;
  if (latenessFrom !== null && latenessTo !== null && latenessFrom > latenessTo)
    return { kind: "wrong", field: "latenessTo", message: "is less than the least" };
  if (from !== null && until !== null && from >= until)
    return { kind: "wrong", field: "until", message: "is not after the beginning" };
  if (partition !== null && partition < 0)
    return { kind: "wrong", field: "partition", message: "is below 0" };
  const filter = {
    ...(operator === null ? {} : { operator }),
    ...(topic === null ? {} : { topic }),
    ...(partition === null ? {} : { partition }),
    ...(key === null || key === "" ? {} : { keyPrefix: key }),
    ...(text === null || text === "" ? {} : { text }),
    ...(latenessFrom === null ? {} : { latenessMinMs: latenessFrom }),
    ...(latenessTo === null ? {} : { latenessMaxMs: latenessTo }),
    ...(from === null ? {} : { fromMs: from }),
    ...(until === null ? {} : { untilMs: until }),
    ...(where === null || where === "" ? {} : { expression: where }),
  };
  return { kind: "filter", filter };
}

/** Whether it leaves anything out. */
export function isFiltering(filter: LateDropFilter): boolean {
  return Object.keys(filter).length > 0;
}

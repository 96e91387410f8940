/** The names that some rows are of, and where among them a partition is. */
import type { Reading } from "./reading.ts";
import { placeOf, type Series, seriesOf, slabPartitions } from "./series.ts";

/** The names of a series, each with its index. */
export interface Places {
  readonly partitions: ReadonlyMap<string, number>;
  readonly lanes: ReadonlyMap<string, number>;
}

export interface NamedSeries {
  readonly series: Series;
  readonly places: Places;
}

/** By id, without those that are not there. @throws {z.ZodError | SyntaxError} one is damaged. */
export async function namedSeries(
  reading: Reading,
  appId: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, NamedSeries>> {
  const named = new Map<string, NamedSeries>();
  for (const id of ids) {
    const row = await reading.database
      .selectFrom("history_series")
      .select("body")
      .where("app_id", "=", appId)
      .where("series", "=", id)
      .executeTakeFirst();
    if (row === undefined) continue;
    // The names of thousands of partitions take milliseconds.
    await reading.turn();
    const series = seriesOf(row.body);
    await reading.turn();
    named.set(id, { series, places: placesIn(series) });
  }
  return named;
}

function placesIn({ partitions, lanes }: Series): Places {
  return {
    partitions: new Map(partitions.map((id, i) => [id, i])),
    lanes: new Map(lanes.map((id, i) => [id, i])),
  };
}

/** The slab that holds a partition; `undefined`: there is no such one. */
export function slabOf({ partitions }: Places, name: string): number | undefined {
  const index = partitions.get(name);
  return index === undefined ? undefined : placeOf(index).slab;
}

/** The slabs of all its partitions. */
export function slabsOf({ partitions }: Series): readonly number[] {
  return Array.from({ length: Math.ceil(partitions.length / slabPartitions) }, (_, i) => i + 1);
}

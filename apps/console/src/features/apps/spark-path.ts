/** One value of a trail; `null`: nothing is known of that time, which is a gap in the line. */
export interface SparkPoint {
  readonly atMs: number;
  readonly value: number | null;
}

/**
 * The line through a trail on a field of `width` × `height`, from the oldest point on the left to the newest on the right
 * and from the least to the most; a gap breaks it, and a point between two gaps is a stroke of its own. A trail without any
 * value is no line. What moves by less than `least` is level: a line that fills its field with noise would cry wolf.
 */
export function sparkPath(
  points: readonly SparkPoint[],
  { width, height, least }: { readonly width: number; readonly height: number; readonly least: number },
): string {
  const values = points.map(({ value }) => value).filter((value) => value !== null);
  const [first, last] = [points[0], points.at(-1)];
  if (values.length === 0 || first === undefined || last === undefined) return "";
  const low = Math.min(...values);
  const span = Math.max(Math.max(...values) - low, least);
  const overMs = Math.max(1, last.atMs - first.atMs);
  const x = (atMs: number): string => (((atMs - first.atMs) / overMs) * width).toFixed(1);
  const y = (value: number): string => (height - ((value - low) / span) * height).toFixed(1);
  let path = "";
  let isOpen = false;
  for (const [i, { atMs, value }] of points.entries()) {
    if (value === null) {
      isOpen = false;
      continue;
    }
    const alone = !isOpen && (points[i + 1]?.value ?? null) === null;
    path += `${isOpen ? "L" : "M"}${x(atMs)} ${y(value)}${alone ? "h1" : ""}`;
    isOpen = true;
  }
  return path;
}

/**
 * The row that a key leads to from row `index` of `count`; `undefined`: it leads nowhere.
 *
 * @example stepTo("ArrowDown", 4, 10, 5) === 5
 */
export function stepTo(key: string, index: number, count: number, page: number): number | undefined {
  const to = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, to));
}

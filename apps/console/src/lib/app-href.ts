/**
 * Where the pages of an app are; what is below it is put behind.
 *
 * @example `${appHref("orders")}/lanes` === "/apps/orders/lanes"
 */
export function appHref(appId: string): string {
  return `/apps/${encodeURIComponent(appId)}`;
}

/** What names an entry of an app's lists: its id is unique within a run of the app, which its `bootId` names. */
export function entryKey({ bootId, id }: { readonly bootId: string; readonly id: string }): string {
  return `${bootId}-${id}`;
}

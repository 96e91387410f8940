/** What names an entry of an app's lists: its id is unique within a run of the app, which its `bootId` names. */
export interface EntryRef {
  readonly bootId: string;
  readonly id: string;
}

/** The same as one text. */
export function entryKey({ bootId, id }: EntryRef): string {
  return `${bootId}-${id}`;
}

/** One header. Keys may repeat and their order is kept; a value of `null` is not an empty one. */
export type Header = readonly [name: string, value: Buffer | null];

export type Headers = readonly Header[];

export const noHeaders: Headers = [];

const minuteMs = 60_000;

/** After how long a pause ends by itself, as it can be chosen; without `ms` it does not. The first is chosen already. */
export const endings: readonly { readonly word: string; readonly ms: number | undefined }[] = [
  { word: "by itself in 30 minutes", ms: 30 * minuteMs },
  { word: "by itself in 5 minutes", ms: 5 * minuteMs },
  { word: "by itself in 15 minutes", ms: 15 * minuteMs },
  { word: "by itself in 1 hour", ms: 60 * minuteMs },
  { word: "by itself in 8 hours", ms: 480 * minuteMs },
  { word: "when somebody resumes it, never by itself", ms: undefined },
];

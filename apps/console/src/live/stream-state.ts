/** How the one stream of this browser stands, as every page shows it. */
export type StreamState =
  | { readonly kind: "open" }
  /** It is being made for the first time. */
  | { readonly kind: "connecting" }
  /** It broke; it is tried again by itself. Times are by this browser's clock. */
  | { readonly kind: "lost"; readonly sinceMs: number; readonly nextTryAtMs: number }
  /** The console does not give it, and says why; it is tried again by itself. */
  | { readonly kind: "refused"; readonly message: string };

export type BrokenStream = Extract<StreamState, { readonly kind: "lost" | "refused" }>;

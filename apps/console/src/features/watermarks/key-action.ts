/** What a key means to a plot. */
export type KeyAction =
  /** The cursor, by moments. */
  | { readonly kind: "step"; readonly by: number }
  /** The cursor, from line to line; the furthest behind is the first. */
  | { readonly kind: "line"; readonly by: number }
  | { readonly kind: "end"; readonly which: "first" | "last" }
  /** The window, by shares of its length. */
  | { readonly kind: "move"; readonly share: number }
  | { readonly kind: "zoom"; readonly factor: number }
  | { readonly kind: "live" }
  /** Lets go of what was begun last; where nothing was, back to live. */
  | { readonly kind: "back" }
  | { readonly kind: "open" };

const actions: ReadonlyMap<string, KeyAction> = new Map<string, KeyAction>([
  ["ArrowLeft", { kind: "step", by: -1 }],
  ["ArrowRight", { kind: "step", by: 1 }],
  ["ArrowUp", { kind: "line", by: -1 }],
  ["ArrowDown", { kind: "line", by: 1 }],
  ["Home", { kind: "end", which: "first" }],
  ["End", { kind: "end", which: "last" }],
  ["Shift+ArrowLeft", { kind: "move", share: -0.25 }],
  ["Shift+ArrowRight", { kind: "move", share: 0.25 }],
  ["PageUp", { kind: "move", share: -1 }],
  ["PageDown", { kind: "move", share: 1 }],
  ["+", { kind: "zoom", factor: 0.5 }],
  ["=", { kind: "zoom", factor: 0.5 }],
  ["-", { kind: "zoom", factor: 2 }],
  ["0", { kind: "live" }],
  ["Escape", { kind: "back" }],
  ["Enter", { kind: "open" }],
]);

export interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** `undefined`: the key is the browser's, as are all with Ctrl, Meta or Alt. */
export function keyAction({ key, shiftKey, ctrlKey, metaKey, altKey }: PressedKey): KeyAction | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  return actions.get(shiftKey && key.startsWith("Arrow") ? `Shift+${key}` : key);
}

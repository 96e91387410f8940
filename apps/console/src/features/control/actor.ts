const storageKey = "stoatflow.actor";

/** Who last gave a control call from this browser; empty where nobody did or nothing may be stored. */
export function rememberedActor(): string {
  try {
    return localStorage.getItem(storageKey) ?? "";
  } catch {
    return "";
  }
}

export function rememberActor(actor: string): void {
  try {
    localStorage.setItem(storageKey, actor);
  } catch {
    // A browser that stores nothing asks for the name each time.
  }
}

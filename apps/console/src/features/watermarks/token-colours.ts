"use client";

/** The page's tokens as colours that a canvas takes, kept in step with the theme. */
import { useSyncExternalStore } from "react";

const dark = "(prefers-color-scheme: dark)";

function subscribe(listener: () => void): () => void {
  const theme = new MutationObserver(listener);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const system = window.matchMedia(dark);
  system.addEventListener("change", listener);
  return () => {
    theme.disconnect();
    system.removeEventListener("change", listener);
  };
}

/** A name of the theme in force: it changes whenever colours do. */
export function useThemeInForce(): string {
  return useSyncExternalStore(
    subscribe,
    () => `${document.documentElement.dataset["theme"] ?? "system"} ${window.matchMedia(dark).matches}`,
    () => "system",
  );
}

/**
 * What a colour of the style sheet comes to at a place of the page. A token is `light-dark(…)`, which a canvas does not
 * take; what a style makes of it, it does.
 */
export function colourOf(place: HTMLElement, colour: string): string {
  const probe = document.createElement("span");
  probe.style.color = colour;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

"use client";

import { type RefObject, useEffect, useRef } from "react";

/**
 * For what takes the place of a button that was pressed for it: it takes its focus as well, which would be lost with the
 * button. Nobody else's focus is taken. What it is set on needs `tabIndex={-1}`.
 *
 * @param isThere whether it stands in the button's place by now.
 */
export function useLostFocus<T extends HTMLElement>(isThere = true): RefObject<T | null> {
  const place = useRef<T>(null);
  useEffect(() => {
    if (isThere && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [isThere]);
  return place;
}

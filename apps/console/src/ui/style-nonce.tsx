"use client";

import { setNonce } from "get-nonce";

/** Gives the nonce of the page to the dialog's scroll lock, which adds a style element while a dialog is open. */
export function StyleNonce({ nonce }: { readonly nonce: string | undefined }) {
  if (nonce !== undefined) setNonce(nonce);
  return null;
}

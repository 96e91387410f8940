"use client";

import { Dialog } from "radix-ui";
import { Button } from "./button.tsx";
import { Glyph } from "./glyph.tsx";

/** The cross beside the title of whatever a `Dialog.Root` has open. */
export function DialogClose() {
  return (
    <Dialog.Close asChild>
      <Button aria-label="Close" className="w-8 shrink-0 px-0">
        <Glyph name="cross" />
      </Button>
    </Dialog.Close>
  );
}

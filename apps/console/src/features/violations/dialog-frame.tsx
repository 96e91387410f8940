"use client";

import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Glyph } from "../../ui/glyph.tsx";

/** A dialog of the ledger. Where the focus goes when it closes is up to who opened it. */
export function DialogFrame({
  open,
  title,
  onClose,
  returnTo,
  children,
}: {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  /** What gets the focus back, looked for once it has closed. */
  readonly returnTo: () => HTMLElement | null;
  readonly children: ReactNode;
}) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-(--scrim)" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnTo()?.focus();
          }}
          className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-32px)] w-[calc(100%-32px)] max-w-[680px] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-6 border border-border bg-bg p-6 shadow-(--float)"
        >
          <div className="flex items-start justify-between gap-4">
            <Dialog.Title className="font-medium text-20">{title}</Dialog.Title>
            <Dialog.Close asChild>
              <Button aria-label="Close" className="w-8 shrink-0 px-0">
                <Glyph name="cross" />
              </Button>
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

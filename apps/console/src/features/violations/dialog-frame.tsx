"use client";

import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { DialogClose } from "../../ui/dialog-close.tsx";
import { ModalWindow } from "../../ui/modal-window.tsx";

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
      <ModalWindow width="w-[min(680px,calc(100vw-32px))]" returnTo={returnTo}>
        <div className="flex items-start justify-between gap-4">
          <Dialog.Title className="font-medium text-20">{title}</Dialog.Title>
          <DialogClose />
        </div>
        {children}
      </ModalWindow>
    </Dialog.Root>
  );
}

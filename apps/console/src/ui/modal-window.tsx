"use client";

import { Dialog } from "radix-ui";
import type { ReactNode } from "react";

/** The window of a `Dialog.Root`, above a page that is darkened. Its title, a `Dialog.Title`, is for who opens it to give. */
export function ModalWindow({
  width,
  isDescribed = false,
  returnTo,
  children,
}: {
  /** The class of its width, which a phone has room for. */
  readonly width: string;
  /** There is a `Dialog.Description` in it. */
  readonly isDescribed?: boolean;
  /** What gets the focus once it has closed, looked for then; left out: its `Dialog.Trigger`. */
  readonly returnTo?: () => HTMLElement | null;
  readonly children: ReactNode;
}) {
  return (
    <Dialog.Portal>
      <Dialog.Overlay className="fixed inset-0 z-40 bg-(--scrim)" />
      <Dialog.Content
        {...(isDescribed ? {} : { "aria-describedby": undefined })}
        onCloseAutoFocus={(event) => {
          if (returnTo === undefined) return;
          event.preventDefault();
          returnTo()?.focus();
        }}
        className={`fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-32px)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-6 border border-border bg-bg p-6 shadow-(--float) ${width}`}
      >
        {children}
      </Dialog.Content>
    </Dialog.Portal>
  );
}

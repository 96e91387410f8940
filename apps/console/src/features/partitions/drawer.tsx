"use client";

import { Dialog } from "radix-ui";
import { useRef } from "react";
import { DialogClose } from "../../ui/dialog-close.tsx";
import { Note } from "../../ui/panel.tsx";
import { DrawerBody } from "./drawer-body.tsx";
import { partitionRef } from "./partition-ref.ts";

/** One partition beside the table: now or at a moment, its history, and what happened to it. The address names it. */
export function PartitionDrawer({
  name,
  onClose,
}: {
  /** `null`: none is open. */
  readonly name: string | null;
  readonly onClose: () => void;
}) {
  // By the time that it has closed the address names none any more.
  const last = useRef(name);
  if (name !== null) last.current = name;
  return (
    <Dialog.Root open={name !== null} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-(--scrim)" />
        <Dialog.Content
          aria-describedby={undefined}
          data-drawer={name ?? undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(last.current);
          }}
          className="fixed inset-y-0 right-0 z-50 flex w-full max-w-[640px] flex-col overflow-y-auto border-border border-l bg-bg shadow-(--float) outline-none"
        >
          <div className="sticky top-0 z-10 flex min-h-12 items-center justify-between gap-4 border-hairline border-b bg-bg px-4 sm:px-6">
            <Dialog.Title className="truncate font-medium font-mono text-15" title={name ?? ""}>
              {name}
            </Dialog.Title>
            <DialogClose />
          </div>
          {name !== null && <DrawerOf name={name} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function DrawerOf({ name }: { readonly name: string }) {
  const partition = partitionRef(name);
  if (partition !== undefined) return <DrawerBody key={name} name={name} partition={partition} />;
  return (
    <div className="px-4 sm:px-6">
      <Note>
        “{name}” can't be the name of a partition; one is its topic and its number, such as orders-3.
      </Note>
    </div>
  );
}

/** Back to the row that was open, or to the row that the table's keys are at. */
function returnFocus(name: string | null): void {
  const row = name === null ? null : document.querySelector<HTMLElement>(`[data-open="${CSS.escape(name)}"]`);
  (row ?? document.querySelector<HTMLElement>('[data-open][tabindex="0"]'))?.focus();
}

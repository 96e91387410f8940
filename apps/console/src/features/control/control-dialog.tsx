"use client";

import { Dialog } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { Glyph } from "../../ui/glyph.tsx";
import { ModalWindow } from "../../ui/modal-window.tsx";
import { ControlFields, type ControlFieldsProps } from "./control-fields.tsx";
import type { Effect } from "./effects.ts";

export interface ControlDialogProps extends Omit<ControlFieldsProps, "onClose"> {
  readonly title: string;
  /** What will happen, a line each; what is warned of first. */
  readonly effects: readonly Effect[];
  /** What the apps answered, in place of the fields: there is nothing more to ask. */
  readonly answers?: ReactNode;
  /** Where the focus goes when it closes. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** Asks before a control call, as long as it is there: says what it will do, and takes who and why. */
export function ControlDialog(props: ControlDialogProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <ModalWindow width="w-[min(520px,calc(100vw-32px))]" isDescribed returnTo={() => props.opener.current}>
        <Dialog.Title className="text-pretty font-medium text-20">{props.title}</Dialog.Title>
        {props.answers === undefined ? (
          <>
            <Dialog.Description asChild>
              <Effects effects={props.effects} />
            </Dialog.Description>
            <ControlFields {...props} />
          </>
        ) : (
          props.answers
        )}
      </ModalWindow>
    </Dialog.Root>
  );
}

/** A warning has a shape and a word of its own, so that it is one without its colour. */
function Effects({ effects, ...rest }: { readonly effects: readonly Effect[] }) {
  return (
    <ul {...rest} className="flex flex-col gap-2 pt-3 text-13 text-soft">
      {effects.map(({ warns, text }, line) => (
        <li key={`line-${String(line)}`} className="flex gap-2" data-warns={warns}>
          <span className="flex h-5 w-3 shrink-0 items-center justify-center">
            {warns ? (
              <Glyph name="triangle" className="text-waiting" />
            ) : (
              <span aria-hidden="true" className="size-1 rounded-full bg-line" />
            )}
          </span>
          <span className={`text-pretty ${warns ? "text-ink" : ""}`}>
            {warns && <span className="sr-only">Warning: </span>}
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

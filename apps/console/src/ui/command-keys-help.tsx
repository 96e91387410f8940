"use client";

import { usePathname, useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { useEffect, useRef, useState } from "react";
import { addressOf, idle, type KeyState, keysCookie, places, press } from "./command-keys.ts";
import { DialogClose } from "./dialog-close.tsx";
import { keepChoice } from "./keep-choice.ts";
import { ModalWindow } from "./modal-window.tsx";

/** Keys that lead from page to page, and what tells them. Who has no use for them can switch them off there. */
export function CommandKeys() {
  const router = useRouter();
  const here = usePathname();
  const [isOpen, setOpen] = useState(false);
  const state = useRef<KeyState>(idle);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isCommand(event)) return;
      const pressed = press(state.current, event.key, event.timeStamp);
      state.current = pressed.state;
      if (pressed.command.kind === "help") setOpen(true);
      if (pressed.command.kind !== "go") return;
      const address = addressOf(pressed.command.place.part, here);
      if (address !== undefined) router.push(address);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [router, here]);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger
        aria-label="Keys"
        title="Keys"
        className="flex size-7 items-center justify-center rounded-6 border border-transparent text-12 text-soft hover:border-border max-sm:hidden"
      >
        ?
      </Dialog.Trigger>
      <ModalWindow width="w-[min(360px,calc(100vw-32px))]">
        <div className="flex items-center justify-between pb-3">
          <Dialog.Title className="font-medium text-20">Keys</Dialog.Title>
          <DialogClose />
        </div>
        <dl className="flex flex-col">
          {places.map(({ key, word }) => (
            <Row key={key} keys={["g", key]} word={word} />
          ))}
          <Row keys={["?"]} word="These keys" />
          <Row keys={["Esc"]} word="Closes what is open" />
        </dl>
        <KeysSwitch />
      </ModalWindow>
    </Dialog.Root>
  );
}

function Row({ keys, word }: { readonly keys: readonly string[]; readonly word: string }) {
  return (
    <div className="flex h-8 items-center justify-between border-selected border-b">
      <dt>{word}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="min-w-5 rounded-[4px] border border-border bg-raised px-1 text-center font-mono text-12"
          >
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}

function KeysSwitch() {
  const [isOn, setOn] = useState(areKeysOn);
  return (
    <label className="flex min-h-8 items-center gap-2 pt-3 text-13 text-soft">
      <input
        type="checkbox"
        className="size-4 accent-(--n-12)"
        checked={isOn}
        onChange={({ target: { checked } }) => {
          setOn(checked);
          document.documentElement.dataset["keys"] = checked ? "on" : "off";
          keepChoice(keysCookie, checked ? "on" : "off");
        }}
      />
      These keys are on
    </label>
  );
}

function areKeysOn(): boolean {
  return document.documentElement.dataset["keys"] !== "off";
}

/** A key that is meant for nobody else: neither the browser, nor a field, nor what is open above the page. */
function isCommand({
  key,
  target,
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
  defaultPrevented,
}: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented || key.length !== 1 || !areKeysOn())
    return false;
  if (document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null) return false;
  return !(target instanceof HTMLElement) || (!target.isContentEditable && target.closest(fields) === null);
}

const fields = "input:not([type=checkbox], [type=radio], [type=button]), textarea, select";

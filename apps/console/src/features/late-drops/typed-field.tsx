"use client";

import { type ReactNode, useEffect, useId, useState } from "react";

/** What was typed comes to a value after this long without another key, or at once with Enter. */
const pauseMs = 500;

export interface TypedFieldProps<Value> {
  readonly label: string;
  readonly value: Value | null;
  /** The value as it stands in the field. */
  readonly write: (value: Value) => string;
  /** `undefined`: the text is none. */
  readonly read: (text: string) => Value | undefined;
  /** What a right text looks like, for one that is none. */
  readonly example: string;
  /** What is wrong with the value beside others. */
  readonly fault?: string | undefined;
  readonly onChange: (value: Value | null) => void;
  readonly className?: string;
}

/** A field of which what is typed is read as a value: text that is none changes nothing, and says so below it. */
export function TypedField<Value>(props: TypedFieldProps<Value>) {
  const { label, value, write, read, example, fault, onChange, className = "" } = props;
  const id = useId();
  const stands = value === null ? "" : write(value);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? stands;
  const isWrong = text !== "" && read(text) === undefined;
  const take = (): void => {
    if (typed === undefined || isWrong) return;
    const next = typed === "" ? null : read(typed);
    if (next !== undefined && next !== value) onChange(next);
    setTyped(undefined);
  };
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(take, pauseMs);
    return () => clearTimeout(timer);
  });
  const note = isWrong ? `such as ${example}` : fault;
  return (
    <Labelled id={id} label={label} note={note} className={className}>
      <input
        id={id}
        className="field min-h-7 py-0.5"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={example}
        value={text}
        aria-invalid={note !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === "Enter" && take()}
      />
    </Labelled>
  );
}

/** A choice of one, or of none. */
export function ChoiceField(props: {
  readonly label: string;
  readonly value: string | null;
  readonly choices: readonly string[];
  readonly show: (choice: string) => string;
  readonly onChange: (value: string | null) => void;
  readonly className?: string;
}) {
  const { label, value, choices, show, onChange, className = "" } = props;
  const id = useId();
  // A link may name one that no longer is, and it is what is asked for all the same.
  const all = value === null || choices.includes(value) ? choices : [value, ...choices];
  return (
    <Labelled id={id} label={label} note={undefined} className={className}>
      <select
        id={id}
        className="field min-h-7 py-0.5"
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
      >
        <option value="">any</option>
        {all.map((choice) => (
          <option key={choice} value={choice}>
            {show(choice)}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

function Labelled(props: {
  readonly id: string;
  readonly label: string;
  readonly note: string | undefined;
  readonly className: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={`min-w-0 ${props.className}`}>
      <label htmlFor={props.id} className="label block pb-0.5">
        {props.label}
      </label>
      {props.children}
      <p id={`${props.id}-note`} className="min-h-4 text-12 text-waiting">
        {props.note}
      </p>
    </div>
  );
}

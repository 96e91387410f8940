import type { ReactNode } from "react";

/** A field that has to be filled, below its label, which says so. `id`: of what is in it. */
export function RequiredField({
  id,
  label,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <label className="label flex justify-between gap-2 pb-1" htmlFor={id}>
        {label}
        <span>required</span>
      </label>
      {children}
    </div>
  );
}

/** The most characters that the API takes of each. */
const charsMax = { actor: 200, reason: 1000 } as const;

/** One of a line of text: who asks, as the browser may know it, or why. */
export function RequiredLine({
  id,
  name,
  label,
  value,
  onChange,
}: {
  readonly id: string;
  readonly name: keyof typeof charsMax;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <RequiredField id={id} label={label}>
      <input
        id={id}
        name={name}
        className="field"
        required
        maxLength={charsMax[name]}
        autoComplete={name === "actor" ? "name" : "off"}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </RequiredField>
  );
}

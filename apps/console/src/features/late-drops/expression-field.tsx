"use client";

import { expressionLengthMax, expressionVariables } from "@stoatflow/api/wire";
import { useEffect, useId, useState } from "react";
import { faultPlace } from "./fault-place.ts";
import { type CheckedText, useCheckedExpression } from "./use-checked-expression.ts";

/** What was typed is checked after this long without another key, or at once with Enter. */
const pauseMs = 400;

const example = 'value.amountMinor > 10000 && headers["source"] == "checkout-web"';

/**
 * An expression that a drop must fulfil. It takes effect once it is right; until then the place of what is wrong is marked
 * below it, and the list stays as it is.
 */
export function ExpressionField({
  value,
  onChange,
}: {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [asked, setAsked] = useState<string>();
  const text = typed ?? value ?? "";
  const checked = useCheckedExpression(asked ?? value);
  useEffect(() => {
    if (typed === undefined || typed === asked) return;
    const timer = setTimeout(() => setAsked(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, asked]);
  const isRight = checked.kind === "right" || checked.kind === "none";
  useEffect(() => {
    if (asked === undefined || asked !== typed || !isRight) return;
    onChange(asked === "" ? null : asked);
    setTyped(undefined);
    setAsked(undefined);
  }, [asked, typed, isRight, onChange]);
  return (
    <div className="min-w-0 pb-1">
      <label htmlFor={id} className="label block pb-0.5">
        Fulfils the expression
      </label>
      <input
        id={id}
        className="field min-h-7 py-0.5 font-mono text-12"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={expressionLengthMax}
        placeholder={example}
        value={text}
        aria-invalid={checked.kind === "wrong"}
        aria-describedby={`${id}-note`}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && typed !== undefined) setAsked(typed);
        }}
      />
      <div id={`${id}-note`} role="status" className="min-h-4">
        <Fault expression={asked ?? value ?? ""} checked={checked} />
      </div>
      <Names />
    </div>
  );
}

/** The place of a fault, with a caret below its column. */
function Fault({ expression, checked }: { readonly expression: string; readonly checked: CheckedText }) {
  if (checked.kind === "failed")
    return <p className="text-12 text-waiting">The expression can't be checked: {checked.message}</p>;
  if (checked.kind !== "wrong") return null;
  const { fault } = checked;
  const { before, at, after, caret } = faultPlace(expression, fault);
  return (
    <>
      <pre data-fault={fault.offset} className="pt-1 font-mono text-12 text-soft leading-4">
        {before}
        <span className="text-bug underline">{at}</span>
        {after}
        {"\n"}
        <span aria-hidden="true" className="text-bug">
          {caret}
        </span>
      </pre>
      <p className="text-pretty text-12 text-bug">
        Line {fault.line}, column {fault.column}: {fault.message}
      </p>
    </>
  );
}

/** The names that it may use, each with its type. */
function Names() {
  return (
    <details>
      <summary className="label min-h-6 w-fit cursor-pointer underline hover:text-ink">
        CEL; the names that it may use
      </summary>
      <dl className="flex flex-wrap gap-x-4 gap-y-1 py-1 font-mono text-12">
        {Object.entries(expressionVariables).map(([name, type]) => (
          <div key={name} className="flex gap-1.5">
            <dt>{name}</dt>
            <dd className="text-quiet">{type === "dyn" ? "JSON or text" : type}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

import { partitionMarks } from "../../ui/mark.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import type { Fact } from "./facts.ts";

/** What is known of a partition, a name and a value each. */
export function Facts({
  partition,
  sequence,
  facts,
}: {
  readonly partition: string;
  /** The tick that they are of; of a moment of the past there is none. */
  readonly sequence?: string;
  readonly facts: readonly Fact[];
}) {
  return (
    <dl
      data-facts={partition}
      data-sequence={sequence}
      className="grid grid-cols-[auto_minmax(0,1fr)] sm:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]"
    >
      {facts.map((fact) => (
        <FactLine key={fact.label} fact={fact} />
      ))}
    </dl>
  );
}

function FactLine({ fact }: { readonly fact: Fact }) {
  const line = "flex min-h-7 items-center border-selected border-b";
  if (fact.kind === "state")
    return (
      <>
        <dt className={`label pr-4 ${line}`}>{fact.label}</dt>
        <dd className={`gap-3 sm:col-span-3 ${line}`} data-value={fact.state} data-fact="state">
          <MarkTag mark={partitionMarks[fact.state]} />
          <span className="text-12 text-quiet">{fact.more}</span>
        </dd>
      </>
    );
  const { label, column, value, shown } = fact;
  return (
    <>
      <dt className={`label pr-4 ${line}`}>{label}</dt>
      <dd
        data-fact={column ?? label}
        {...(value === null ? { "data-absent": "" } : { "data-value": String(value) })}
        title={shown.title}
        className={`justify-end sm:[&:nth-of-type(even)]:pr-6 text-right font-mono text-12 ${line} ${shown.absent ? "text-quiet" : ""}`}
      >
        {shown.text}
        {shown.absent && <span className="sr-only"> ({shown.title})</span>}
      </dd>
    </>
  );
}

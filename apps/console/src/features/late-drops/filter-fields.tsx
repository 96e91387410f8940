"use client";

import { useState } from "react";
import { formatLength } from "../../lib/format/duration.ts";
import { readDuration } from "../../lib/format/read-duration.ts";
import { readMoment } from "../../lib/format/read-moment.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { Button } from "../../ui/button.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { ExpressionField } from "./expression-field.tsx";
import { type FilterParams, noFilter, type ReadFilter } from "./filter.ts";
import { ChoiceField, TypedField } from "./typed-field.tsx";

export interface FilterFieldsProps {
  readonly params: FilterParams;
  readonly read: ReadFilter;
  readonly operators: readonly string[];
  readonly topics: readonly string[];
  /** The app's clock, from which "5 min ago" counts. */
  readonly nowMs: number;
  readonly onChange: (params: Partial<FilterParams>) => void;
}

/** Which late drops are meant: each field leaves out those that it does not fit. */
export function FilterFields({ params, read, operators, topics, nowMs, onChange }: FilterFieldsProps) {
  const times = useTimes();
  const faultOf = (field: keyof FilterParams): string | undefined =>
    read.kind === "wrong" && read.field === field ? read.message : undefined;
  const [isUnfolded, setUnfolded] = useState(false);
  // One that is wrong is set as well.
  const set = read.kind === "filter" ? Object.keys(read.filter).length : 1;
  const text = { write: (value: string) => value, read: (typed: string) => typed };
  const length = { write: formatLength, read: readDuration };
  const moment = {
    write: (timeMs: number) => times.dateTime(timeMs),
    read: (typed: string) => readMoment(typed, nowMs, times),
  };
  return (
    <>
      <Button
        className="mb-3 h-7 sm:hidden"
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {set === 0 ? "Filter" : `Filter, ${set} set`}
      </Button>
      <fieldset
        data-filter=""
        className={`grid grid-cols-2 gap-x-3 sm:grid-cols-4 xl:grid-cols-[repeat(9,minmax(0,1fr))_auto] ${isUnfolded ? "" : "max-sm:hidden"}`}
      >
        <legend className="sr-only">Which late drops</legend>
        <ChoiceField
          label="Operator"
          value={params.operator}
          choices={operators}
          show={visibleText}
          onChange={(operator) => onChange({ operator })}
        />
        <ChoiceField
          label="Topic"
          value={params.topic}
          choices={topics}
          show={visibleText}
          onChange={(topic) => onChange({ topic })}
        />
        <TypedField
          label="Partition"
          value={params.partition}
          write={String}
          read={(typed) => (/^\d{1,9}$/.test(typed) ? Number(typed) : undefined)}
          example="3"
          fault={faultOf("partition")}
          onChange={(partition) => onChange({ partition })}
        />
        <TypedField
          label="Key begins with"
          value={params.key}
          {...text}
          example="eu-"
          onChange={(key) => onChange({ key })}
        />
        <TypedField
          label="Has the text"
          value={params.text}
          {...text}
          example="o-88231"
          onChange={(has) => onChange({ text: has })}
        />
        <TypedField
          label="Late by at least"
          value={params.latenessFrom}
          {...length}
          example="45 s"
          onChange={(latenessFrom) => onChange({ latenessFrom })}
        />
        <TypedField
          label="Late by at most"
          value={params.latenessTo}
          {...length}
          example="2 min"
          fault={faultOf("latenessTo")}
          onChange={(latenessTo) => onChange({ latenessTo })}
        />
        <TypedField
          label="Dropped from"
          value={params.from}
          {...moment}
          example="5 min ago"
          onChange={(from) => onChange({ from })}
        />
        <TypedField
          label="Dropped before"
          value={params.until}
          {...moment}
          example="13:42"
          fault={faultOf("until")}
          onChange={(until) => onChange({ until })}
        />
        <div className="col-span-full sm:col-span-3 xl:col-span-9">
          <ExpressionField value={params.where} onChange={(where) => onChange({ where })} />
        </div>
        <div className="flex items-start pb-3 sm:pt-4.5 sm:pb-0">
          <Button className="h-7" disabled={set === 0} onClick={() => onChange(noFilter)}>
            Clear
          </Button>
        </div>
      </fieldset>
    </>
  );
}
